"""script/texts finds what the window shows, and what is wrong with a translation."""

import importlib.machinery
import importlib.util
import pathlib
import re
import tempfile
import tomllib
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "script" / "texts"
LOADER = importlib.machinery.SourceFileLoader("texts", str(SCRIPT))
texts = importlib.util.module_from_spec(importlib.util.spec_from_loader("texts", LOADER))
LOADER.exec_module(texts)


class Texts(unittest.TestCase):
    def found(self, code, folder="app/panels"):
        """The texts of a project that has this one source."""
        with tempfile.TemporaryDirectory() as root:
            file = pathlib.Path(root) / folder / "one.cpp"
            file.parent.mkdir(parents=True)
            file.write_text(code)
            drawings = pathlib.Path(root) / "app" / "code" / "CMakeLists.txt"
            drawings.parent.mkdir(parents=True, exist_ok=True)
            drawings.write_text("set(drawings )")
            before, texts.ROOT = texts.ROOT, pathlib.Path(root)
            try:
                return {text for text in texts.keys() if str(file.relative_to(root)) in texts.keys()[text]}
            finally:
                texts.ROOT = before

    def test_are_the_literals_that_are_shown(self):
        self.assertEqual(self.found('row("Pace", far ? "so " /* much */ "it is" : "little");'),
                         {"Pace", "so it is", "little"})
        self.assertEqual(self.found('app.say(tr_format("Saved {}", file("x.png")), true);'), {"Saved {}"})
        self.assertEqual(self.found('add({.id = "a.b", .label = "Go \\"on\\"", .shortcut = "Space"});'), {'Go "on"'})

    def test_are_neither_ids_nor_comments_nor_what_is_not_shown(self):
        self.assertEqual(self.found('button("view.home"); tip("##x"); // tip("gone")\nfail("inside");'), set())

    def test_of_algorithms_are_their_titles_and_ideas(self):
        self.assertEqual(self.found('{.id = "cpu.x", .title = "X", .idea = "It " "does", .source = "Y 1999"}',
                                    "sim/solvers"), {"X", "It does"})

    def check(self, german, english):
        with tempfile.TemporaryDirectory() as folder:
            before, texts.ROOT = texts.ROOT, pathlib.Path(folder)
            file = pathlib.Path(folder) / "de.toml"
            file.write_text("[texts]\n" + german, encoding="utf-8")
            try:
                return texts.check(file, {text: {"a.cpp"} for text in english})
            finally:
                texts.ROOT = before

    def test_that_are_missing_unused_or_take_other_things_are_told(self):
        self.assertEqual(self.check('"One" = "Eins"', ["One"]), [])
        self.assertIn("has nothing for", self.check("", ["One"])[0])
        self.assertIn("which nothing shows", self.check('"Two" = "Zwei"', [])[0])
        self.assertIn("other placeholders", self.check('"{} of {}" = "{} von"', ["{} of {}"])[0])
        self.assertIn("other placeholders", self.check('"{:.1f} s" = "{} s"', ["{:.1f} s"])[0])
        self.assertIn("other placeholders", self.check('"%s for %s" = "%s"', ["%s for %s"])[0])
        self.assertIn("other blanks", self.check('"Slow: " = "Langsam:"', ["Slow: "])[0])

    def test_may_take_their_placeholders_in_another_order(self):
        self.assertEqual(self.check('"{} of {}" = "{1}: {0}"', ["{} of {}"]), [])


# No program says it so, and readers stumble: docs/languages.md, "Plain English".
CLUMSY = re.compile(r"""\b(of\ late|no\ more|any\ more|so\ many|anew|nought|comes?\ along|takes?\ back|nobody|somebody
                        |besides|forth\ again|once\ more|(the|its)\ foot|as\ usual|(?<!thing\ )else|by\ turns
                        |goes\ about|in\ vain|of\ whom|whoever)\b""", re.VERBOSE | re.IGNORECASE)


class Wording(unittest.TestCase):
    def test_of_the_window_is_plain(self):
        self.assertEqual([text for text in texts.keys() if CLUMSY.search(text)], [])

    def test_of_the_tours_is_plain(self):
        for file in sorted((texts.ROOT / "assets" / "tours").glob("*.toml")):
            tour = tomllib.loads(file.read_text(encoding="utf-8"))
            steps = tour["step"] + [step for chapter in tour.get("chapter", []) for step in chapter["step"]]
            shown = [step.get(key, "") for step in steps for key in ("title", "words", "notes")]
            self.assertEqual([words for words in shown if CLUMSY.search(words)], [], file.name)

    def test_of_what_commands_print_is_plain(self):
        for file in sorted((texts.ROOT / "app" / "commands").glob("*.cpp")):
            code = re.sub(r"(?m)^#include.*$", "", texts.read(file))
            printed = ["".join(texts.STRING.findall(one[0])) for one in re.finditer(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+', code)]
            self.assertEqual([text for text in printed if CLUMSY.search(text)], [], file.name)

    def test_of_the_pages_for_users_is_plain(self):
        pages = ["README.md"] + [f"docs/{page}.md" for page in
                                 ("keys", "races", "tours", "plots", "troubleshooting", "gallery", "formats")]
        for page in pages:
            lines = (texts.ROOT / page).read_text(encoding="utf-8").splitlines()
            self.assertEqual([line for line in lines if CLUMSY.search(line)], [], page)


if __name__ == "__main__":
    unittest.main()
