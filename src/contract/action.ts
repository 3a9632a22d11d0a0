/** What a button does. It travels inside the button, so that it works after a restart. */
export type Action =
  /** Show this entry (a clarify choice, the same topic on another stack, the rest of a two-part question). */
  | { readonly do: 'show'; readonly entry: string }
  /** The same entry for someone new to GPUs. */
  | { readonly do: 'simpler'; readonly entry: string }
  /** Ask this very text: completes a calculation, names a stack. */
  | { readonly do: 'ask'; readonly text: string }
  /** Explain the decision behind the reply with this reference. */
  | { readonly do: 'why'; readonly reference: string }
  /** None of the offered choices fits: a gap. */
  | { readonly do: 'none'; readonly reference: string }
  | { readonly do: 'helped'; readonly reference: string }
  | { readonly do: 'unhelpful'; readonly reference: string };

/** Discord's limit for a `custom_id` in characters, the tightest of the platforms' (Slack allows 255). */
export const ACTION_LIMIT = 100;

/**
 * Writes an action as button payload text.
 * @throws RangeError when the text would exceed ACTION_LIMIT characters; the message says what to shorten.
 */
export function encodeAction(action: Action): string {
  const text = `${action.do}:${argumentOf(action)}`;
  if (text.length > ACTION_LIMIT) {
    throw new RangeError(
      `the button payload "${text.slice(0, 40)}…" has ${text.length} characters, at most ${ACTION_LIMIT} fit — shorten the entry's id or the text to ask`,
    );
  }
  return text;
}

/** True when the action fits a button. */
export function fitsAction(action: Action): boolean {
  return action.do.length + 1 + argumentOf(action).length <= ACTION_LIMIT;
}

/** Reads a button payload; undefined when it is none of ours (a button of another version or app). */
export function decodeAction(text: string): Action | undefined {
  const separator = text.indexOf(':');
  const verb = text.slice(0, separator);
  const argument = text.slice(separator + 1);
  if (separator < 1 || argument === '') return undefined;
  switch (verb) {
    case 'show':
    case 'simpler':
      return { do: verb, entry: argument };
    case 'ask':
      return { do: verb, text: argument };
    case 'why':
    case 'none':
    case 'helped':
    case 'unhelpful':
      return { do: verb, reference: argument };
    default:
      return undefined;
  }
}

function argumentOf(action: Action): string {
  if ('entry' in action) return action.entry;
  if ('text' in action) return action.text;
  return action.reference;
}
