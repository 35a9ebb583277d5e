/** Knows the values behind the game editor: a play being typed, and a record. */

import assert from "node:assert/strict";
import test from "node:test";
import * as d from "../../../service/web/js/desk/draft.js";
import * as r from "../../../service/web/js/desk/record.js";
import { Notation } from "../../../service/web/js/core/notation.js";

const FACES = "A B C Ç D E F G H I J L L·L M N NY O P QU R S T U V X Z".split(" ");
const alphabet = new Notation({
  tiles: FACES.map((face) => ({ face, value: 1, spellings: face === "QU" ? ["QU", "Q"] : [face] })),
  blank: { count: 2, value: 0, faces: FACES },
  board: { rows: Array.from({ length: 15 }, () => ".".repeat(15)) },
});

// What is typed key by key, and the tiles that it means.
const KEYS = {
  "col.legi": "C O L·L E G I",
  "COL-LEGI": "C O L·L E G I",
  "COL·LEGI": "C O L·L E G I",
  coŀlegi: "C O L·L E G I",
  collar: "C O L L A R",
  canya: "C A NY A",
  y: "",
  aye: "A E",
  quiq: "QU I QU",
  qi: "QU I",
  w3k_é: "E",
  plaça: "P L A Ç A",
  qüestió: "QU E S T I O",
  "al.loquimiques": "A L·L O QU I M I QU E S",
  [`${"a".repeat(20)}`]: "A ".repeat(15).trim(),
};

for (const [keys, tiles] of Object.entries(KEYS)) {
  test(`${keys} are the tiles ${tiles}`, () => {
    const text = [...keys].reduce((so, key) => alphabet.typed(so, key), "");
    assert.equal(alphabet.facesOf(text).join(" "), tiles);
  });
}

test("marks that no tile shows are dropped, and the cedilla of a tile stays", () => {
  const folded = ["PLAC\u0327A", "coŀlegi", "è"].map((text) => alphabet.fold(text));
  assert.deepEqual(folded, ["PLAÇA", "COL·LEGI", "E"]);
});

const type = (draft, keys) =>
  [...keys].reduce((so, key) => d.typed(so, key, key !== key.toLowerCase(), alphabet), draft);
const board = (...plays) =>
  r.boards({ events: plays.map((play) => ({ type: "play", play })) }, alphabet).at(-1).position;

const TYPED = [
  ["H8", true, "casa", [], "8H CASA"],
  ["H8", false, "casA", [], "H8 CASa"],
  ["H8", true, "canya", [], "8H CA[NY]A"],
  ["H8", true, "cel.la", [], "8H CE[L·L]A"],
  ["H8", true, "qe", [], "8H [QU]E"],
  ["H8", true, "caNYa", [], "8H CA[ny]A"],
  ["H8", false, "asa", ["8H CASA"], "H8 .ASA"],
  ["H9", false, "asa", ["8H CASA"], "H8 .ASA"],
  ["G8", true, "ts", ["8H CASA"], "8G T....S"],
  ["L8", true, "l", ["8H CASA"], "8H ....L"],
  ["I9", true, "l", ["8H CASA"], "I8 .L"],
];

for (const [start, across, keys, before, play] of TYPED) {
  test(`${keys} from ${start} is ${play}`, () => {
    const position = board(...before);
    const draft = type(d.draftAt(start, across), keys);
    assert.equal(d.writePlay(draft, position, alphabet), play);
    const again = d.draftOf(r.playOf({ type: "play", play }), position, alphabet);
    assert.equal(d.writePlay(again, position, alphabet), play);
  });
}

test("a tile that is half typed is no play, and Backspace takes it back whole", () => {
  const half = type(d.draftAt("H8"), "cel.");
  assert.equal(d.writePlay(half, new Map(), alphabet), null);
  assert.equal(d.writePlay(d.erased(half, alphabet), new Map(), alphabet), "8H CE");
});

test("a play that leaves the board is none", () => {
  assert.equal(d.writePlay(type(d.draftAt("N8"), "casa"), new Map(), alphabet), null);
});

test("a withdrawn play leaves the board, and a later verdict puts it back", () => {
  const events = [
    { type: "play", play: "8H CASA" },
    { type: "challenge", valid: false },
    { type: "rejudged", valid: true },
  ];
  const sizes = r.boards({ events }, alphabet).map(({ position }) => position.size);
  assert.deepEqual(sizes, [0, 4, 0, 4]);
});

test("an event is put in, put in the place of another, and taken out", () => {
  const at = (record) => record.events.map(({ type: kind }) => kind).join(" ");
  const one = r.withEvent(r.emptyRecord(), { at: 0, replacing: false }, { type: "pass" });
  const two = r.withEvent(one, { at: 0, replacing: false }, { type: "play" });
  assert.equal(at(two), "play pass");
  assert.equal(at(r.withEvent(two, { at: 1, replacing: true }, { type: "end" })), "play end");
  assert.equal(at(r.without(two, 0)), "pass");
});

test("a score that was put right follows its play, and goes with it", () => {
  const plays = [{ type: "pass" }, { type: "play" }, { type: "correction", of: 2 }];
  const record = { players: ["A", "B"], events: plays };
  const later = r.withEvent(record, { at: 0, replacing: false }, { type: "pass" });
  assert.equal(later.events[3].of, 3);
  assert.equal(r.without(later, 0).events[2].of, 2);
  assert.deepEqual(r.without(record, 1).events, [{ type: "pass" }]);
});

test("a link brings the same game, and a broken one none", () => {
  const record = { players: ["Ștefan", "Ana"], events: [{ type: "play", play: "8H CE[L·L]A" }] };
  assert.deepEqual(r.fromFragment(r.toFragment(record)), record);
  assert.equal(r.fromFragment("%%%"), null);
  assert.equal(r.readJson('{"players": ["A"], "events": []}'), null);
});

test("a note moves with its event, and a question says after which one it comes", () => {
  const record = r.withNote(r.withNote(twoPlays(), 0, "lots"), 2, "late");
  const later = r.withEvent(record, { at: 0, replacing: false }, { type: "pass" });
  const asked = r.question(later, String);
  assert.deepEqual(asked.notes, [
    { after: 0, text: "lots" },
    { after: 3, text: "late" },
  ]);
  assert.equal(asked.events[2].note, undefined);
  assert.deepEqual(r.readJson(JSON.stringify(asked)), { ...later, players: ["1", "2"] });
});

test("the plays on the board are those that were not taken back", () => {
  const challenged = { ...twoPlays(), events: [...twoPlays().events, { type: "challenge" }] };
  assert.deepEqual(r.playsBefore(challenged, 2), ["8H CASA", "H8 .ASA"]);
  assert.deepEqual(r.playsBefore(challenged, 3), ["8H CASA"]);
});

test("a header is put in, changed in its place and taken out", () => {
  const one = r.withHeader(r.withHeader(r.emptyRecord(), "table", "3"), "round", "1");
  const two = r.withHeader(one, "table", "4");
  assert.deepEqual(
    two.headers.map(({ name, value }) => `${name} ${value}`),
    ["table 4", "round 1"],
  );
  assert.equal(r.headerOf(r.withHeader(two, "table", ""), "table"), "");
});

function twoPlays() {
  const play = (text) => ({ type: "play", play: text });
  return { players: ["", ""], events: [play("8H CASA"), play("H8 .ASA")] };
}
