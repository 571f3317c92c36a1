import { describe, expect, it } from 'vitest';
import { distance } from './remote-keys.ts';

const box = (left: number, top: number, width = 100, height = 50) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('the remote control’s arrows', () => {
  it('see only what lies in their direction', () => {
    expect(distance(box(0, 100), box(0, 200), 'down')).toBe(50);
    expect(distance(box(0, 100), box(0, 200), 'up')).toBeNull();
  });

  it('prefer the row below over something nearer but far to the side', () => {
    const straight = distance(box(0, 0), box(0, 200), 'down')!;
    const aside = distance(box(0, 0), box(400, 80), 'down')!;
    expect(straight).toBeLessThan(aside);
  });

  it('go left and right along one line only', () => {
    expect(distance(box(0, 0), box(200, 10), 'right')).toBe(100);
    expect(distance(box(0, 0), box(200, 300), 'right')).toBeNull();
  });
});
