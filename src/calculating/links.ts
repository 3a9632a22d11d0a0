/** A link between GPUs as people name it. */
export type Link = {
  readonly name: string;
  /** Bytes a second of one direction. */
  readonly bytesPerSecond: number;
};

/** GT/s of a lane by generation. */
const TRANSFERS: Readonly<Record<string, number>> = { 3: 8, 4: 16, 5: 32 };

/** Gb/s of a port of four lanes (Linux, rate of an InfiniBand port), before what its protocol takes. */
const INFINIBAND = { EDR: 100, HDR: 200, NDR: 400, XDR: 800 } as const;

const WIDTH = String.raw`x\s?(1|2|4|8|16)\b`;
const PCIE = new RegExp(
  `\\bpci[ -]?e?x?(?: ?express)?\\s*(?:${WIDTH}\\s*)?(?:gen(?:eration)?\\s*|v)?([3-5])(?:\\.0)?\\b(?:\\s*,?\\s*${WIDTH})?`,
  'i',
);

/**
 * The link with a fixed rate that a text names, such as "pcie gen4 x8" (16 lanes where it names none) or "NDR"; NVLink and
 * Infinity Fabric differ by GPU and stand in the hardware table.
 */
export function linkIn(text: string): Link | undefined {
  const [, before, generation = '', after] = PCIE.exec(text) ?? [];
  const transfers = TRANSFERS[generation];
  if (transfers !== undefined) {
    const lanes = Number(before ?? after ?? 16);
    // From generation 3 on 128 of 130 bits are data (Linux, PCIE_SPEED2MBS_ENC).
    return {
      name: `PCIe ${generation} x${lanes}`,
      bytesPerSecond: (lanes * transfers * 1e9 * 128) / 130 / 8,
    };
  }
  const port = Object.entries(INFINIBAND).find(([name]) => new RegExp(`\\b${name}\\b`, 'i').test(text));
  return port === undefined
    ? undefined
    : { name: `InfiniBand ${port[0]} (${port[1]} Gb/s)`, bytesPerSecond: (port[1] * 1e9) / 8 };
}
