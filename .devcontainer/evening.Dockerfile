# Serves an evening on any host; katas/CIRCLE.md starts it. Its pages are made when the image is.
FROM python:3.13-slim
WORKDIR /katas
# Only what is needed: a clone may also hold keys, reports and everybody's files.
COPY conftest.py pyproject.toml README.md ./
COPY katas katas
COPY solutions solutions
COPY tests tests
RUN pip install --no-cache-dir ".[evening]" \
    && python -c "import sys; sys.path += ['tests', '.']; from kata_evening import site; site.made(site.PAGES)" \
    && useradd --create-home --uid 1000 facilitator \
    && mkdir /data && chown facilitator /data
USER facilitator
VOLUME /data
EXPOSE 8000
ENTRYPOINT ["python", "-m", "katas", "evening", "--facilitator", "--data=/data"]
