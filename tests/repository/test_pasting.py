"""The call below a failure can be pasted, where `katas/WORKING.md` says."""

import json
import re

import pytest
from kata_kit.katas import BY_NAME, ROOT
from repository.project import WINNER, Project

WORKING = (ROOT / "katas" / "WORKING.md").read_text(encoding="utf-8")
STARTED = re.compile(r"try a call by hand, start `python (.*)` and paste it")


@pytest.mark.parametrize("kata", BY_NAME)
def test_the_call_of_the_first_failure_can_be_pasted(
    project: Project, kata: str
) -> None:
    stub = project.stub(kata).read_text(encoding="utf-8")
    functions = re.findall(r"^def (\w+)", stub, re.MULTILINE)
    # Nothing is imported that the call could need.
    draft = [f"def {name}(*_):\n    return None\n" for name in functions]
    project.write("\n".join(draft), kata)
    record = project.root / "record.json"
    run = project.pytest(f"katas/{kata}", f"--record={record}")
    (handed,) = json.loads(record.read_text())["records"]
    call = handed["failures"][0]["failure"]["call"]
    assert f"\n{call}\n" in run.text
    (start,) = STARTED.findall(WORKING)
    command = start.replace(WINNER, kata).split()
    shell = project.python(*command, typed=f"{call}\nprint('pas' + 'ted')\n")
    assert "pasted" in shell.text
    assert "Error" not in shell.errors
