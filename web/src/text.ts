// The texts of the page, in the language of the reader: that of the browser, unless another one was chosen.

import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from '@fluent/bundle';
import SOURCES from 'virtual:locales';
import type { Fact, Told } from './answers';
import { remember, remembered } from './keep';

export const language = chosen();
const bundle = new FluentBundle(language, { useIsolating: false });
bundle.addResource(new FluentResource(SOURCES[language]));

/** The codes and names of all languages. */
export const languages = Object.entries(SOURCES).map(([code, source]) => ({ code, name: /^language-name = (.*)$/m.exec(source)?.[1] ?? code }));

function chosen(): string {
  const known = [remembered<string>('language') ?? '', ...navigator.languages].map((one) => one.split('-')[0]);
  return known.find((one) => one in SOURCES) ?? 'en';
}

/** Chooses a language, which the page has when it is opened again; returns whether the browser remembers it. */
export function chooseLanguage(code: string): boolean {
  remember('language', code);
  return remembered('language') === code;
}

/** A text with its facts. Numbers are those of lines and ships, and have no separators. */
export function say(name: string, facts: Record<string, string | number> = {}): string {
  const pattern = bundle.getMessage(name)?.value;
  const values = Object.entries(facts).map(([fact, value]): [string, FluentVariable] => [fact, typeof value === 'number' ? new FluentNumber(value, { useGrouping: false }) : value]);
  return pattern ? bundle.formatPattern(pattern, Object.fromEntries(values)) : name;
}

/** A text of the library. */
export function tell(text: Told): string {
  if (typeof text === 'string') return text;
  const [name, facts] = text;
  return say(name, Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, valueOf(value)])));
}

function valueOf(fact: Fact): string | number {
  if (typeof fact === 'number') return fact;
  return isList(fact) ? listed(fact.map(tell)) : tell(fact);
}

/** A list has texts; a text has facts after its name. */
function isList(fact: Told | Told[]): fact is Told[] {
  return Array.isArray(fact) && (typeof fact[0] !== 'string' || typeof fact[1] !== 'object' || Array.isArray(fact[1]));
}

/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An attribute of a text. */
export function attribute(name: string, of: string): string {
  const pattern = bundle.getMessage(name)?.attributes[of];
  return pattern ? bundle.formatPattern(pattern) : name;
}

/** Things as a list, such as “a, b and c”. */
export function listed(things: string[]): string {
  return new Intl.ListFormat(language).format(things);
}

/** Writes the texts that elements name. What the page shares with the replay page is in English already. */
export function translate() {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const { text: name = '' } = element.dataset;
    const message = bundle.getMessage(name);
    if (message?.value) element.textContent = say(name);
    for (const of of Object.keys(message?.attributes ?? {})) element.setAttribute(of, attribute(name, of));
  }
}
