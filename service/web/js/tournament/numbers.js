/** Knows how points are written: halves and quarters as people write them. */

/**
 * @param {number | null | undefined} value
 * @param {boolean} [sign] Whether a plus is written too.
 */
export function number(value, sign = false) {
  if (value === null || value === undefined) return "–";
  const whole = Math.trunc(Math.abs(value));
  const part = { 0.25: "¼", 0.5: "½", 0.75: "¾" }[Math.abs(value) - whole] ?? "";
  const digits = part && whole === 0 ? part : `${whole}${part}`;
  return value < 0 ? `−${digits}` : sign && value > 0 ? `+${digits}` : digits;
}
