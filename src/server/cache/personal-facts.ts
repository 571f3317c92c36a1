/** What a profile has done with titles: merged into responses that are otherwise shared. */

/** What one profile has done with one programme or clip. */
export interface Personal extends Progress {
  like: 0 | 1 | 2;
  my_list: boolean;
}

/** Where to resume (0 once finished) and the share watched, 0 to 100. */
export interface Progress {
  percentage: number;
  current_position: number;
}

/** Reads a profile's facts, each call with one query. */
export interface PersonalFacts {
  /** All facts, by programme or clip. */
  list(profileId: string): Promise<Map<string, Personal>>;
  /** The facts about one programme. */
  find(profileId: string, programmeId: string): Promise<Personal>;
  /** The profile's progress in each episode of a programme, or in a movie, by item; last watched first. */
  listProgress(profileId: string, programmeId: string): Promise<Map<string, Progress>>;
  /** The profile's progress in the given episodes and movies, by item. */
  listProgressOfItems(profileId: string, itemIds: string[]): Promise<Map<string, Progress>>;
}
