import { describe, expect, it } from 'vitest';
import { cueAt, parseStoryboard } from './storyboard.ts';

const file = [
  'WEBVTT',
  '',
  '1',
  '00:00.000 --> 00:02.000',
  'tile-1.jpg#xywh=0,0,160,90',
  '',
  '00:00:02.000 --> 00:00:04.500',
  'tile-1.jpg#xywh=pixel:160,0,160,90',
  '',
  '01:00:00.000 --> 01:00:02.000',
  '/other/tile-2.jpg?k=own#xywh=0,90,160,90',
  '',
  '01:00:02.000 --> 01:00:04.000',
  'not a picture',
].join('\r\n');

describe('a storyboard', () => {
  const cues = parseStoryboard(file, 'http://localhost/media/a/story.vtt?sig=1');

  it('names the part of a picture for each stretch of time', () => {
    expect(cues).toHaveLength(3);
    expect(cues[1]).toEqual({
      start: 2,
      end: 4.5,
      url: 'http://localhost/media/a/tile-1.jpg?sig=1',
      x: 160,
      y: 0,
      width: 160,
      height: 90,
    });
  });

  it('lends its signature to pictures without one of their own', () => {
    expect(cues[2]?.url).toBe('http://localhost/other/tile-2.jpg?k=own');
  });

  it('finds the cue of an instant, and none between cues', () => {
    expect(cueAt(cues, 0)?.x).toBe(0);
    expect(cueAt(cues, 2)?.x).toBe(160);
    expect(cueAt(cues, 4.5)).toBeNull();
    expect(cueAt(cues, 3601)?.y).toBe(90);
    expect(cueAt([], 1)).toBeNull();
  });
});
