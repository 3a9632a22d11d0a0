import type { Entry, Library } from '../knowledge/library.ts';
import type { Context } from './decision.ts';
import type { Query } from './normalize.ts';

/** What a message that leans on the one before stands for. */
export type FollowUp =
  /** The entry that it asks for is known for certain. */
  | { readonly kind: 'entry'; readonly entry: Entry; readonly because: string }
  /** It has to be read together with this. */
  | { readonly kind: 'text'; readonly text: string; readonly because: string };

/** More words than this that carry meaning, and a message stands by itself. */
const LONGEST = 6;
const LEANING =
  /^\W*(?:and|or|but|also|then|ok(?:ay)?|so|no|nope|yes|yeah|what about|how about|same|likewise|with|without|for|on|in|instead|i mean|i meant|rather|the|does it|is it|is that|does that|why|how do i check|how can i check|how to check|will it|will that|can it|it|that)\b/i;
const POINTING = /\b(?:that|this|it|those|these|the same|there)\b/i;
const AGAIN =
  /^\W*(?:and |but |so |ok(?:ay)?,? |then )?(?:why(?: is that| so)?|how (?:do|can|would) i (?:check|verify|test|measure|confirm|see|know)(?: (?:that|this|it))?(?: (?:worked|works|helped|helps|is working|did work))?|how to (?:check|verify|test|measure) (?:that|this|it)|when (?:does|will) (?:it|that|this) (?:backfire|hurt|fail)|(?:any )?(?:downsides?|drawbacks?|caveats?)|(?:show|give)(?: me)? (?:an |the )?(?:example|code)|example|(?:please )?explain(?: (?:more|that|this|it|further|please))*|tell me more|more(?: details?)?|(?:does|will|would) (?:that|this|it) (?:work|help|hurt|matter)|is (?:that|this|it) (?:safe|right|true|enough))\W*$/i;
const ORDINALS: readonly RegExp[] = [
  /^\W*(?:the )?(?:1|1st|first|former|a)(?: one| option)?\W*$/i,
  /^\W*(?:the )?(?:2|2nd|second|latter|b)(?: one| option)?\W*$/i,
  /^\W*(?:the )?(?:3|3rd|third|last|c)(?: one| option)?\W*$/i,
];
const FILLER = new Set(
  `a an and or but also then ok okay so no nope yes yeah what whats how about same likewise with without for on in at to of
  instead i mean meant rather the do does is are it its that this these those there by using use version equivalent thing way one
  stuff can could would should we you my me please need want if when works work ask asking asked talking question case side
  not now just only actually again sorry there's`.split(/\s+/),
);

/** Completes a message that leans on the conversation; undefined when it stands by itself. */
export function followUp(query: Query, context: Context, library: Library): FollowUp | undefined {
  const { prose } = query.message;
  if (query.message.errors.length > 0 || prose.includes('\n')) return undefined;
  const offered = (context.offered ?? []).flatMap((id) => library.byId.get(id) ?? []);
  const last = library.byId.get(context.entry ?? '');
  const place = ORDINALS.findIndex((ordinal) => ordinal.test(prose));
  const picked = place < 0 ? undefined : offered[place];
  if (picked !== undefined) return { kind: 'entry', entry: picked, because: 'picked from what was offered' };
  if (last !== undefined && AGAIN.test(prose))
    return { kind: 'entry', entry: last, because: 'asks on about the same entry' };
  const content = query.words.filter(({ text }) => !FILLER.has(text));
  if (content.length === 0 || content.length > LONGEST) return undefined;
  const { named } = query.slots;
  if (named.length === 1 && content.length === namesOnly(query, named)) {
    const entry = onStack(named[0] as string, offered, last, context, library);
    if (entry !== undefined) return { kind: 'entry', entry, because: `the same on ${named[0]}` };
  }
  if (!LEANING.test(prose) && !POINTING.test(prose) && content.length > 2) return undefined;
  const chosen = byTitle(
    content.map(({ text }) => text),
    offered,
  );
  if (chosen !== undefined && context.entry !== chosen.id) {
    return { kind: 'entry', entry: chosen, because: 'names what was offered' };
  }
  if (last === undefined) return undefined;
  const topic = library.vocabulary.topics[last.topic] ?? last.title;
  return { kind: 'text', text: topic, because: `read together with ${last.id}` };
}

/** How many words that carry meaning name the stacks. */
function namesOnly({ words, slots }: Query, named: readonly string[]): number {
  const content = words.filter(({ text }) => !FILLER.has(text));
  return (
    slots.naming.filter((place) => content.includes(words[place] as (typeof words)[number])).length *
    (named.length > 0 ? 1 : 0)
  );
}

/** The offered entry on a stack, else the topic of the last answer there, else what that answer names as related there. */
function onStack(
  stack: string,
  offered: readonly Entry[],
  last: Entry | undefined,
  context: Context,
  library: Library,
): Entry | undefined {
  const [first, ...others] = offered;
  const asked = others.length > 0 && others.every((entry) => entry.topic === first?.topic) ? first?.topic : undefined;
  const topic = asked ?? last?.topic ?? context.topic;
  const there = ({ stacks }: Entry) => stacks.includes(stack);
  return (
    library.entries.find((entry) => entry.topic === topic && entry.id !== last?.id && there(entry)) ??
    offered.find(there) ??
    last?.related.flatMap((id) => library.byId.get(id) ?? []).find(there)
  );
}

/** The one offered entry whose title holds most of the words; undefined when two hold as many or none holds half. */
function byTitle(words: readonly string[], offered: readonly Entry[]): Entry | undefined {
  const hits = offered.map(({ title, topic }) => {
    const text = `${title} ${topic.replaceAll('-', ' ')}`.toLowerCase();
    return words.filter((word) => text.includes(word)).length;
  });
  const most = Math.max(0, ...hits);
  if (most * 2 <= words.length || hits.filter((count) => count === most).length > 1) return undefined;
  return offered[hits.indexOf(most)];
}
