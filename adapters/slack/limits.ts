/** One published limit of Slack, with where it is published. */
type Limit = { readonly most: number; readonly source: string };

/** What Slack accepts; the contract tests hold every outgoing payload against this table. */
export const limits = {
  /** Characters of a section's text. Rich text has no published limit of its own: the same is kept. */
  blockText: { most: 3000, source: 'https://docs.slack.dev/reference/block-kit/blocks/section-block' },
  /** Characters of all blocks together: Slack refuses near 13,200 with msg_blocks_too_long. */
  messageText: { most: 12_000, source: 'https://github.com/slackapi/bolt-js/issues/2509' },
  blocks: { most: 50, source: 'https://docs.slack.dev/reference/block-kit/blocks' },
  /** Characters of the fallback text of a notification; the documentation advises this, 40,000 is refused. */
  fallbackText: { most: 4000, source: 'https://docs.slack.dev/reference/methods/chat.postMessage' },
  actionsElements: { most: 25, source: 'https://docs.slack.dev/reference/block-kit/blocks/actions-block' },
  buttonLabel: { most: 75, source: 'https://docs.slack.dev/reference/block-kit/block-elements/button-element' },
  buttonValue: { most: 2000, source: 'https://docs.slack.dev/reference/block-kit/block-elements/button-element' },
  actionId: { most: 255, source: 'https://docs.slack.dev/reference/block-kit/block-elements/button-element' },
  linkAddress: { most: 3000, source: 'https://docs.slack.dev/reference/block-kit/block-elements/button-element' },
  /** Answers to one response_url, within 30 minutes. */
  responses: { most: 5, source: 'https://docs.slack.dev/interactivity/handling-user-interaction' },
} as const satisfies Readonly<Record<string, Limit>>;

/** Columns of monospaced text that a desktop window shows without wrapping: a wider table becomes a list. Our own choice. */
export const TABLE_COLUMNS = 84;
