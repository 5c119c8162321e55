"""What somebody does with a questionnaire in the browser: sliders are moved, answers are saved."""

import json
import time

SET = """(node, answers) => {
  const section = document.querySelectorAll('.node')[node];
  for (const [i, j, value] of answers) {
    const box = section.querySelector(`.pair[data-first="${i}"][data-second="${j}"]`);
    if (value === null) { box.querySelector('.clear').click(); continue; }
    const slider = box.querySelector('input');
    slider.value = value;
    slider.dispatchEvent(new Event('input'));
  }
  return section.dataset.ratio;
}"""


def filled(browser, node, answers):
    """Move the sliders of pairs; return the consistency ratio that is then shown."""
    return browser.run(f"({SET})({node}, {json.dumps(answers)})")


def saved(browser, folder):
    """Press the button, and return the new file that the browser saves."""
    before = set(folder.glob("answers-*.csv"))
    browser.send("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    browser.run("document.getElementById('save').click()")
    until = time.monotonic() + 20
    while not (found := [p for p in set(folder.glob("answers-*.csv")) - before if p.stat().st_size]):
        assert time.monotonic() < until
        time.sleep(0.05)
    return found[0]


def loaded(browser, path, begins):
    """Give the page a file of answers; return what it then says, which begins so."""
    found = browser.send("Runtime.evaluate", expression="document.getElementById('load')")
    browser.send("DOM.setFileInputFiles", files=[str(path)], objectId=found["result"]["objectId"])
    until = time.monotonic() + 20
    while not (said := browser.run("document.getElementById('told').textContent")).startswith(begins):
        assert time.monotonic() < until, said
        time.sleep(0.05)
    return said
