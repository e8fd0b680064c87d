"""What the browser keeps of a kata, and the code that somebody else hands on."""

import base64
import zlib
from io import BytesIO
from zipfile import ZipFile

import pytest
from repository.project import WINNER
from repository.site import BLOCKED, DIAGONAL, HEAD, RIGHT, Visitor, is_green

pytestmark = pytest.mark.slow

NEXT = "tictactoe_coordinates"
# Files that other code may have left in what the browser keeps.
LEFT = """() => {
    const cache = JSON.parse(localStorage.getItem("/site/cache"));
    const left = { "conftest.py": "1 / 0", ".pytest_cache/../pytest.py": "1 / 0" };
    localStorage.setItem("/site/cache", JSON.stringify({ ...cache, ...left }));
}"""


def link_with(code: str) -> str:
    """Return the end of a link that has code, as the page makes it."""
    squeeze = zlib.compressobj(9, wbits=-15)
    squeezed = squeeze.compress(code.encode()) + squeeze.flush()
    return f"#code={base64.urlsafe_b64encode(squeezed).decode().rstrip('=')}"


@pytest.mark.one_browser
def test_the_last_run_and_the_code_are_kept_and_handed_on(visitor):
    page = visitor.page
    # What is known of the last run is kept as well, but no other file of a cache.
    visitor.run(code=f"{HEAD}    return -1  # mine\n")
    page.evaluate(LEFT)
    assert "= 16 failed, " in visitor.run("--lf")
    page.click("#files summary")
    page.click("#stub")
    visitor.shows("raise NotImplementedError")
    page.click("#before")
    visitor.shows("# mine")
    # It may be written in another tab.
    tab = Visitor(page.context.new_page(), visitor.address)
    tab.open(f"see/solutions/{WINNER}.py", wait=False)
    elsewhere = f"# elsewhere\n{RIGHT}"  # first: the editor has what is in sight
    tab.keep(WINNER, elsewhere)
    tab.page.close()
    visitor.shows("# elsewhere")
    # As a file, and all as a ZIP.
    assert visitor.download("#download") == (f"{WINNER}.py", elsewhere.encode())
    name, content = visitor.download("#all")
    assert name.endswith(".zip")
    with ZipFile(BytesIO(content)) as archive:
        assert archive.read(f"katas/{WINNER}/{WINNER}.py").decode() == elsewhere


@pytest.mark.one_browser
def test_the_code_of_a_link_is_looked_at_before_it_takes_the_place_of_yours(visitor):
    page = visitor.page
    # It can be taken while Python is still loading.
    code = f"{RIGHT}# to be linked\n"
    visitor.open("index", link_with(code), wait=False)
    page.click("#take")
    visitor.wait()
    page.click("#files summary")
    page.click("#link")
    page.locator("#address").wait_for()
    link = page.input_value("#address")
    visitor.keep(NEXT, "MINE = 'a secret'")
    own = f"open('katas/{NEXT}/{NEXT}.py').read()"
    visitor.bring(f"TEXT = {own}\n")
    assert visitor.attempt("'a secret' in TEXT") == "True\n"
    # It doesn't run by itself, sees nothing of one's own, and nothing is written over.
    ran = page.locator("#screen").text_content()
    theirs = f"TEXT = {own}\nopen('conftest.py', 'a').write('1 / 0')\n"
    page.goto(f"{visitor.address}index.html{link_with(theirs)}")
    visitor.shows("conftest")
    assert visitor.attempt("'a secret' in TEXT") == "False\n"
    assert page.locator("#screen").text_content() == ran
    page.click("#leave")
    visitor.shows("TEXT")
    page.goto(link)
    visitor.shows("# to be linked")
    page.click("#take")
    for fragment in (link_with("#" * 300_000), "#code=damaged"):
        page.goto(f"{visitor.address}index.html{fragment}")
        visitor.shows("damaged", "#trouble")
        visitor.shows("# to be linked")
    page.evaluate("document.getElementById('trouble').hidden = true")


# Storage as it can be met.
DAMAGED = """() => {
    localStorage.setItem("/site/progress", "{");
    localStorage.setItem("/site/cache", "{");
    dispatchEvent(new Event("storage"));
}"""
FULL = """() => {
    window.kept = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
        throw new DOMException("", "QuotaExceededError");
    };
}"""
FREE = "() => { Storage.prototype.setItem = window.kept; }"


def test_a_page_goes_on_where_nothing_can_be_kept(visitor):
    page = visitor.page
    page.evaluate(DAMAGED)
    assert "= 1 failed" in visitor.run(DIAGONAL, f"{HEAD}    return -1\n")
    page.evaluate(FULL)
    visitor.bring(RIGHT)
    visitor.shows("won't keep your code", "#trouble")
    assert is_green(visitor.run())
    assert page.locator("#solved").is_visible()
    page.evaluate(FREE)
    with page.context.browser.new_page() as another:
        another.add_init_script(BLOCKED)
        another.route("**/*.wasm", lambda route: route.abort())  # Python takes long.
        blocked = Visitor(another, visitor.address)
        blocked.open("index", wait=False)
        blocked.page.locator("#trouble[title]").wait_for()
        blocked.shows("raise NotImplementedError")
        blocked.bring(f"{HEAD}    return -1\n")
        blocked.shows("won't keep your code", "#trouble")
        blocked.shows("return -1")
