/** Knows that the page reads a PIN as the box has sealed it (service/command/box/seal.py). */

import assert from "node:assert/strict";
import test from "node:test";
import { slowPrint } from "../../../service/web/js/fingerprint.js";

test("a PIN has the print that the box gives it", () => {
  assert.equal(slowPrint("2468", "00ff"), "b205c1e1-d97768f1");
});

test("another PIN, or another salt, has another print", () => {
  assert.notEqual(slowPrint("2469", "00ff"), slowPrint("2468", "00ff"));
  assert.notEqual(slowPrint("2468", "00fe"), slowPrint("2468", "00ff"));
});
