/** Knows how a text takes its values, in languages that count in different ways. */

import assert from "node:assert/strict";
import test from "node:test";
import { filled } from "../../../service/web/js/core/i18n.js";

const POINTS = {
  ro: "{n} {n|one:punct|few:puncte|other:de puncte}",
  it: "{n} {n|one:punto|other:punti}",
  eo: "{n} {n|one:poento|other:poentoj}",
};
const COUNTED = [
  ["ro", 1, "1 punct"],
  ["ro", 10, "10 puncte"],
  ["ro", 19, "19 puncte"],
  ["ro", 20, "20 de puncte"],
  ["ro", 101, "101 puncte"],
  ["ro", 120, "120 de puncte"],
  ["it", 1, "1 punto"],
  ["it", 10, "10 punti"],
  ["eo", 1, "1 poento"],
  ["eo", 2, "2 poentoj"],
];

for (const [language, n, said] of COUNTED) {
  test(`${language} says ${said}`, () => {
    assert.equal(filled(POINTS[language], { n }, new Intl.PluralRules(language)), said);
  });
}

test("the number may stand inside what goes with it", () => {
  const text = "{n|one:o literă|few:# litere|other:# de litere}";
  const said = [1, 2, 20].map((n) => filled(text, { n }, new Intl.PluralRules("ro")));
  assert.deepEqual(said, ["o literă", "2 litere", "20 de litere"]);
});

test("a value that is not given leaves its place in sight", () => {
  assert.equal(filled("{a} and {b}", { a: 1 }, new Intl.PluralRules("en")), "1 and {b}");
});

test("a value may hold what looks like a place", () => {
  assert.equal(filled("{a}", { a: "{b}" }, new Intl.PluralRules("en")), "{b}");
});
