import type { Word } from './words.ts';

/**
 * Function words that tell the language of a sentence; words that two languages share are left out, and so is what
 * English error texts and shorthand are made of (error, no, per, min, die, os, var).
 */
const ENGLISH =
  set(`the is are was were what why how when where which who do does did can could should would will my your it its
this that these those with without from and or not but if then than for on in at by have has had i you we they a an to of
there any some after before get gets got use using when while be been am about into over`);
const OTHERS =
  set(`der das und ist nicht wie warum kann ich mein meine ein eine einen mit auf für von zu beim wenn wird werden
funktioniert bekomme le la les un une des est sont pas comment pourquoi je mon ma mes avec sur dans pour que qui quel
quelle faire erreur fonctionne el los las una es cómo como por qué porque mi con para en del al tengo puedo hacer
funciona um uma não meu minha para em do da na como il lo gli di è non perché mio con nel della ho het een niet hoe
waarom ik mijn voor nie jest jak dlaczego mój się na czy что как почему не на bir nasıl neden ve için ile bu yok hata
alıyorum`);
/** Letters outside of Latin from which share on a text is no English. */
const STRANGE_SHARE = 0.35;
const LATIN = /\p{Script=Latin}/u;

/** True for a text that is not English: another script, or another language's small words. */
export function isForeign(text: string, words: readonly Word[]): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const strange = letters.filter((letter) => !LATIN.test(letter)).length;
  if (letters.length > 0 && strange / letters.length > STRANGE_SHARE) return true;
  const plain = words.filter((word) => !word.code);
  const english = plain.filter(({ text: word }) => ENGLISH.has(word)).length;
  const other = plain.filter(({ text: word }) => OTHERS.has(word) && !ENGLISH.has(word)).length;
  return other >= 2 && other > 2 * english;
}

function set(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
