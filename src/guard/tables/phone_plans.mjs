// Writes phone_plans.inc: which national numbers each country code has.
//
// Source: the metadata of npm's libphonenumber-js (MIT), which is made from
// Google's libphonenumber (Apache-2.0). Only facts are taken: for each
// calling code and first national digit, the lengths that a number may have.
// They are worked out exactly, by running each national number pattern as an
// automaton over all digits.
//
//     npm pack libphonenumber-js && tar xzf libphonenumber-js-*.tgz
//     node phone_plans.mjs package >phone_plans.inc
import { readFileSync } from "node:fs";

const dir = process.argv[2];
const read = (file) => JSON.parse(readFileSync(`${dir}/${file}`, "utf8"));
const metadata = read("metadata.min.json");
const version = read("package.json").version;

const shortest = 3;   // a table cell is a mask: bit 0 is this length
const longest = 18;

// --- pattern to automaton: a state is {digits, next} or {empty: [states]} ---

function compile(pattern) {
    let at = 0;
    const accept = {};

    function class_of() {
        const close = pattern.indexOf("]", at);
        const body = pattern.slice(at, close);
        at = close + 1;
        return new RegExp(`[${body}]`);
    }

    // An atom is a function from the state behind it to the state before it.
    function atom() {
        const c = pattern[at++];
        if (c === "(") {
            at += pattern.startsWith("?:", at) ? 2 : 0;
            const inner = choice();
            at++;
            return inner;
        }
        let digits;
        if (c === "[") {
            digits = class_of();
        } else if (c === "\\" && pattern[at] === "d") {
            at++;
            digits = /\d/;
        } else if (/\d/.test(c)) {
            digits = new RegExp(c);
        } else {
            throw new Error(`cannot read ${pattern} at ${at - 1}`);
        }
        return (next) => ({ digits, next });
    }

    function repeated() {
        const one = atom();
        let least = 1;
        let most = 1;
        const counts = /^\{(\d+)(?:,(\d+))?\}/.exec(pattern.slice(at));
        if (counts) {
            least = Number(counts[1]);
            most = Number(counts[2] ?? counts[1]);
            at += counts[0].length;
        } else if (pattern[at] === "?") {
            least = 0;
            at++;
        }
        return (next) => {
            let state = next;
            for (let i = 0; i < most; i++) {
                const before = one(state);
                state = i < most - least ? { empty: [before, next] } : before;
            }
            return state;
        };
    }

    function sequence() {
        const parts = [];
        while (at < pattern.length && !"|)".includes(pattern[at])) {
            parts.push(repeated());
        }
        return (next) => parts.reduceRight((state, part) => part(state), next);
    }

    function choice() {
        const ways = [sequence()];
        while (pattern[at] === "|") {
            at++;
            ways.push(sequence());
        }
        return (next) => ({ empty: ways.map((way) => way(next)) });
    }

    return { start: choice()(accept), accept };
}

function closure(states) {
    const seen = new Set();
    const todo = [...states];
    while (todo.length > 0) {
        const state = todo.pop();
        if (!seen.has(state)) {
            seen.add(state);
            todo.push(...(state.empty ?? []));
        }
    }
    return seen;
}

const step = (states, digits) => closure([...states]
    .filter((s) => s.digits && [...digits].some((d) => s.digits.test(d)))
    .map((s) => s.next));

function lengths_of({ start, accept }, first) {
    let mask = 0;
    let states = step(closure([start]), first);
    for (let length = 1; length <= longest; length++) {
        if (length >= shortest && states.has(accept)) {
            mask |= 1 << (length - shortest);
        }
        states = step(states, "0123456789");
    }
    return mask;
}

// --- one row for each calling code ------------------------------------------

const plans = new Map();
const entries = [...Object.values(metadata.countries),
                 ...Object.values(metadata.nonGeographic)];
for (const [code, , pattern] of entries) {
    const automaton = compile(pattern);
    const row = plans.get(code) ?? Array(10).fill(0);
    plans.set(code, row.map((mask, digit) =>
        mask | lengths_of(automaton, String(digit))));
}

console.log(`// Made by phone_plans.mjs from libphonenumber-js ${version} (MIT), whose
// metadata is Google's libphonenumber (Apache-2.0). Calling code, then for
// each first digit of the national number a mask of lengths, bit 0 is ${shortest}.`);
for (const code of [...plans.keys()].sort((a, b) => a - b)) {
    const masks = plans.get(code)
        .map((mask) => `0x${mask.toString(16).padStart(4, "0")}`);
    console.log(`{${code}, {${masks.slice(0, 5).join(", ")},`);
    console.log(`    ${masks.slice(5).join(", ")}}},`);
}
