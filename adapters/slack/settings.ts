import type { Setting } from '#contract';

/** What the Slack adapter needs to know, and where each value comes from. */
export const settings: readonly Setting[] = [
  {
    name: 'SLACK_BOT_TOKEN',
    secret: true,
    required: true,
    meaning: 'the token that the bot posts with',
    where: 'api.slack.com/apps → your app → OAuth & Permissions → Bot User OAuth Token',
    form: { pattern: /^xoxb-/, words: 'it starts with xoxb-' },
  },
  {
    name: 'SLACK_APP_TOKEN',
    secret: true,
    required: false,
    meaning: 'the token that opens the socket (Socket Mode)',
    where:
      'api.slack.com/apps → your app → Basic Information → App-Level Tokens → Generate, with the scope connections:write',
    form: { pattern: /^xapp-/, words: 'it starts with xapp-' },
  },
  {
    name: 'SLACK_SIGNING_SECRET',
    secret: true,
    required: false,
    meaning: 'the secret that proves a request is from Slack (HTTP instead of Socket Mode)',
    where: 'api.slack.com/apps → your app → Basic Information → App Credentials → Signing Secret',
    form: { pattern: /^[0-9a-f]{16,}$/i, words: 'it is a string of hexadecimal digits' },
  },
  {
    name: 'SLACK_PORT',
    secret: false,
    required: false,
    meaning: 'the port that listens for /slack/events (HTTP instead of Socket Mode)',
    where: 'a free port that your proxy forwards https://<your host>/slack/events to',
    form: { pattern: /^\d{1,5}$/, words: 'it is a number up to 65535' },
  },
];

/** Where a person gets the value of a setting. */
export function whereToGet(name: string): string {
  return settings.find((setting) => setting.name === name)?.where ?? '';
}
