import { describe, expect, test } from 'vitest';
import { stepIn } from './grid.tsx';

describe('the arrow keys in a grid of four columns and ten cards', () => {
  const step = (key: string, from: number) => stepIn(key, from, 4, 10);

  test('go one card to the side and one row up or down', () => {
    expect(step('ArrowRight', 1)).toBe(2);
    expect(step('ArrowLeft', 2)).toBe(1);
    expect(step('ArrowDown', 1)).toBe(5);
    expect(step('ArrowUp', 5)).toBe(1);
  });

  test('leave the grid at its four edges', () => {
    expect(step('ArrowRight', 3)).toBeNull();
    expect(step('ArrowRight', 9)).toBeNull();
    expect(step('ArrowLeft', 4)).toBeNull();
    expect(step('ArrowUp', 3)).toBeNull();
    expect(step('ArrowDown', 9)).toBeNull();
  });

  test('land on the last card when the row below is shorter', () => {
    expect(step('ArrowDown', 7)).toBe(9);
    expect(step('ArrowDown', 8)).toBeNull();
  });

  test('reach both ends by Home and End, and leave other keys alone', () => {
    expect(step('Home', 6)).toBe(0);
    expect(step('End', 6)).toBe(9);
    expect(step('Enter', 6)).toBeNull();
  });
});
