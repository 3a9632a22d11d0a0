import { encodeAction, fitsAction } from './action.ts';
import type { Block, Choice, Reply } from './answer.ts';

/** A button ready to draw: its words, within the platform's limit, and its payload, unique within the reply. */
export type Button = { readonly label: string; readonly payload: string };

/** How many buttons a message takes, and how many characters a button's words. */
export type ButtonRoom = { readonly count: number; readonly label: number };

/**
 * The buttons of a reply, choices first. A label that is too long is shortened on its button and written out in full; a
 * choice that cannot be a button (its payload is too long, another button has it, or there is no room left beside the
 * actions) is written out too: nothing is lost.
 */
export function buttonsOf(
  reply: Reply,
  room: ButtonRoom,
): { readonly buttons: readonly Button[]; readonly written: readonly Block[] } {
  const places = Math.max(0, room.count - reply.actions.length);
  const offered = [...reply.answer.choices.slice(0, places), ...reply.actions.slice(0, room.count)];
  const buttons: Button[] = [];
  const written: string[] = [];
  for (const choice of offered) {
    const label = labelOf(choice);
    const payload = fitsAction(choice.action) ? encodeAction(choice.action) : undefined;
    const drawn = payload !== undefined && !buttons.some((button) => button.payload === payload);
    if (drawn) buttons.push({ label: shortened(label, room.label), payload });
    if (!drawn || label.length > room.label) written.push(label);
  }
  written.push(...[...reply.answer.choices.slice(places), ...reply.actions.slice(room.count)].map(labelOf));
  const items = written.map((label) => [{ kind: 'text', text: label }] as const);
  return { buttons, written: items.length === 0 ? [] : [{ kind: 'list', ordered: false, items }] };
}

function labelOf(choice: Choice): string {
  if (choice.label.trim() !== '') return choice.label;
  return 'entry' in choice.action ? choice.action.entry : choice.action.do;
}

function shortened(label: string, limit: number): string {
  return label.length <= limit ? label : `${label.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
