/** The part of webvtt-parser that tests use; the package has no types. */
declare module 'webvtt-parser' {
  export interface Cue {
    startTime: number;
    endTime: number;
    text: string;
  }
  export class WebVTTParser {
    parse(text: string, mode: string): { cues: Cue[]; errors: { message: string; line: number }[] };
  }
}
