/**
 * Knows the shapes of what is asked of the service and of what it answers: types for those who write
 * scripts (and for `tsc`), which no page loads.
 */

/**
 * @typedef {{id: string, name: string, version: string, sha256: string, official: boolean}} Lexicon
 *
 * @typedef {object} Edition What `GET /v1/rules/{rules}` says.
 * @property {string} id
 * @property {string} federation
 * @property {string} language
 * @property {string} title
 * @property {Lexicon} lexicon
 * @property {{rows: string[], centre: string}} board
 * @property {{face: string, count: number, value: number, spellings: string[]}[]} tiles
 * @property {{count: number, value: number, faces: string[]}} blank
 * @property {number} tile_total
 * @property {number} rack_size
 * @property {{valid: string, invalid: string}} verdicts
 * @property {string[]} procedures
 * @property {string[]} variants
 * @property {Record<string, any>} sections
 *
 * @typedef {{kind: string, amount?: number, steps?: number[], article: string}} Penalty
 *
 * @typedef {{start: string, direction: "across" | "down", tiles: string}} SquarePlay
 * @typedef {string | SquarePlay} Play A play as GCG writes it, "8F MICIO", or by its square.
 *
 * @typedef {object} ScoreQuestion
 * @property {Play} play
 * @property {Play[]} [before] The plays on the board, in order.
 * @property {string} [position] The board as a line of CGP, instead of `before`.
 * @property {"uncontested"} [placement]
 * @property {number} [declared]
 *
 * @typedef {object} PlayScore
 * @property {number} score
 * @property {{word: string, score: number}[]} words
 * @property {number} bonus
 * @property {number} tiles
 * @property {boolean} [agrees]
 *
 * @typedef {ScoreQuestion & {contested?: string[], variant?: string, prior_unfounded?: number,
 *   retracted?: boolean}} JudgeQuestion
 *
 * @typedef {object} Judgement
 * @property {boolean} valid
 * @property {number} score
 * @property {boolean} withdrawn
 * @property {{points: number, turn: "kept" | "lost"}} mover
 * @property {{points: number, turn: "kept" | "lost", seconds: number}} challenger
 *
 * @typedef {{text: string, tiles: string[] | null}} Spelling
 *
 * @typedef {{role: string, rules: string, lang: string, table?: string, procedure?: string,
 *   variant?: string, exit?: string}} Place What a key is good for, and what its device is set up with.
 * @typedef {{right: boolean, wait: number}} PinTry
 *
 * @typedef {Record<string, string>} Sentence The same in the federation's language and in English.
 * @typedef {{article: string, text: Sentence}} Decides
 *
 * @typedef {object} Question A fact to ask for, where all of `needed_if` holds.
 * @property {string} name
 * @property {"number" | "seconds" | "yes_no" | "choice" | "tile"} kind
 * @property {Sentence} text
 * @property {{fact: string, among?: (string | boolean)[], least?: number, most?: number}[]} needed_if
 * @property {number} [least]
 * @property {number} [most]
 * @property {{value: string, text: Sentence}[]} [options]
 *
 * @typedef {{id: string, topic: string, article: string, title: Sentence, asks: Question[]}} Incident
 * @typedef {{rules: string, language: string, incidents: Incident[], decides?: Decides}} Incidents
 *
 * @typedef {object} Ruling
 * @property {string} incident
 * @property {Sentence} title
 * @property {string} article
 * @property {boolean} silent
 * @property {string} reading
 * @property {Sentence[]} steps
 * @property {Record<string, {value: number, unit: string}>} numbers
 * @property {string} turn
 * @property {Record<string, any>} [event]
 * @property {Decides} [decides]
 *
 * @typedef {object} Game
 * @property {string[]} players
 * @property {Record<string, any>[]} events
 * @property {string} [variant]
 * @property {string[]} [nicks] What the lines of a GCG file call the players.
 * @property {{name: string, value: string}[]} [headers] What a GCG file says of the game.
 * @property {{after: number, text: string}[]} [notes] Remarks, each after an event.
 *
 * @typedef {{pointer: string, detail: string}} ShapeFault
 * @typedef {Record<string, string | number>} Values What a sentence names.
 */

export {};
