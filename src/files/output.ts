/** What a run writes its items to, whatever the format. */
export type Written = string | Uint8Array;

export interface Output<Item, End = unknown> {
  /** Takes an item, to be written with the next `flush`. */
  item(item: Item): void;
  /**
   * Writes the items taken; at the end of a run that is cut short, also what
   * the format ends with.
   */
  flush(last?: Written): Promise<void>;
  /**
   * If another run may still add to it (`--resume`), what tells which one wrote
   * it stays beside it.
   */
  end(end: End, mayContinue?: boolean): Promise<void>;
  /**
   * The run ends early, for this reason. Returns where the items are; undefined
   * if there are none.
   */
  abandon(reason: unknown): Promise<string | undefined>;
}
