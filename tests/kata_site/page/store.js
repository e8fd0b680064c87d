// What the browser keeps: code, pytest's cache, and answers. Other sites of the same host do not mix.

const home = new URL(".", import.meta.url).pathname;
const MOST_EARLIER = 20;

const get = (name) => localStorage.getItem(`${home}${name}`);
const set = (name, value) => localStorage.setItem(`${home}${name}`, value);
const json = (name, otherwise) => JSON.parse(get(name) ?? "null") ?? otherwise;

export const code = (kata) => get(`code/${kata}`);
export const isCode = (key, kata) => key === `${home}code/${kata}`;
export const keep = (kata, text) => set(`code/${kata}`, text);

// All files that somebody has written, by kata.
export function written() {
  const names = Object.keys(localStorage).filter((key) => key.startsWith(`${home}code/`));
  return Object.fromEntries(names.map((key) => [key.slice(`${home}code/`.length), localStorage.getItem(key)]));
}

// Code that was replaced, newest first: [when, text].
export const earlier = (kata) => json(`earlier/${kata}`, []);

export function keepEarlier(kata, text) {
  const others = earlier(kata).filter(([, old]) => old !== text);
  const all = [[new Date().toISOString(), text], ...others].slice(0, MOST_EARLIER);
  set(`earlier/${kata}`, JSON.stringify(all));
}

// The files of pytest's cache, by their paths.
export const cache = () => json("cache", {});
export const keepCache = (files) => set("cache", JSON.stringify(files));

// What the last run of each kata said: { bar, green } by kata.
export const progress = () => json("progress", {});

export function keepProgress(known) {
  const states = known.map(([kata, bar, green]) => [kata, { bar, green }]);
  set("progress", JSON.stringify({ ...progress(), ...Object.fromEntries(states) }));
}

export const choice = (name) => get(`choice/${name}`);
export const choose = (name, value) => set(`choice/${name}`, value);
