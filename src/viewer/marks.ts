/**
 * The changes of this visit to My List and likes, by programme. They override the flags of a card, so a change shows at once on
 * every card of that programme. Logging out deletes them.
 */
export interface Mark {
  my_list?: boolean;
  like?: 0 | 1 | 2;
}

export interface Marks {
  get(programId: string): Mark | undefined;
  set(programId: string, mark: Mark): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** Makes an empty set of marks. */
export function makeMarks(): Marks {
  const marks = new Map<string, Mark>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    get: (programId) => marks.get(programId),
    set(programId, mark) {
      marks.set(programId, { ...marks.get(programId), ...mark });
      tell();
    },
    clear() {
      marks.clear();
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
