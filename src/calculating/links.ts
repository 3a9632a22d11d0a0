/** A link between GPUs as people name it. */
export type Link = {
  readonly name: string;
  readonly pattern: RegExp;
  /** Bytes a second of one direction. */
  readonly bytesPerSecond: number;
};

/** 16 lanes of so many GT/s; from generation 3 on 128 of 130 bits are data (Linux, PCIE_SPEED2MBS_ENC). */
function pcie(generation: number, transfers: number): Link {
  return {
    name: `PCIe ${generation} x16`,
    pattern: new RegExp(`\\bpci[ -]?e?x?(?: ?express)?\\s*(?:gen(?:eration)?\\s*|v)?${generation}(?:\\.0)?\\b`, 'i'),
    bytesPerSecond: (16 * transfers * 1e9 * 128) / 130 / 8,
  };
}

/** A port of four lanes (Linux, rate of an InfiniBand port), before what its protocol takes. */
function infiniband(name: string, gigabits: number): Link {
  return {
    name: `InfiniBand ${name} (${gigabits} Gb/s)`,
    pattern: new RegExp(`\\b${name}\\b`, 'i'),
    bytesPerSecond: (gigabits * 1e9) / 8,
  };
}

/** Links with a fixed rate; NVLink and Infinity Fabric differ by GPU and stand in the hardware table. */
export const LINKS: readonly Link[] = [
  pcie(3, 8),
  pcie(4, 16),
  pcie(5, 32),
  infiniband('EDR', 100),
  infiniband('HDR', 200),
  infiniband('NDR', 400),
  infiniband('XDR', 800),
];
