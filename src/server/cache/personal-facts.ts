/** What a profile has done with titles: merged into answers that are shared otherwise. */

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

/** Asks for a profile's facts, each call one query. */
export interface PersonalFacts {
  /** Everything, by programme or clip. */
  list(profileId: string): Promise<Map<string, Personal>>;
  /** What was done with one programme. */
  find(profileId: string, programmeId: string): Promise<Personal>;
  /** How far the profile is in each episode of a programme, or in a movie, by item; last watched first. */
  listProgress(profileId: string, programmeId: string): Promise<Map<string, Progress>>;
  /** How far it is in each of some episodes and movies, by item. */
  listProgressOfItems(profileId: string, itemIds: string[]): Promise<Map<string, Progress>>;
}
