/** What somebody asked, free of any platform. */
export type Question = {
  /** The words, with mentions of the bot already removed; at most what the platform delivered. */
  readonly text: string;
  /** Names the conversation, such as `slack:T1:C1:1700000000.000100`; follow-ups share it. */
  readonly thread: string;
  /** Opaque name of the asker within the platform; never stored as it is. */
  readonly asker: string;
  /** The day it is asked, YYYY-MM-DD: the core has no clock. */
  readonly day: string;
  /**
   * Every name under which this very message can arrive again (event id; workspace, channel and timestamp).
   * A question any of whose deliveries was seen before gets no second reply. Empty: never compared.
   */
  readonly deliveries: readonly string[];
  /** True when the message carried a picture: a message that is only a picture is asked for its text. */
  readonly picture?: boolean;
};
