import { describe, expect, it } from 'vitest';
import type { Profile } from '../contract/account/profiles.ts';
import type { User } from '../contract/account/session.ts';
import { makeSession, type SessionStorage } from './session.ts';

function storage(): SessionStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}
const profile: Profile = {
  id: 'p1',
  name: '지우',
  avatar: '',
  is_kid: false,
  maturity: 19,
  has_pin: false,
  autoplay_next: true,
  language: null,
  caption_style: null,
};
const user: User = {
  id: 'u',
  household_id: 'h',
  username: 'jiwoo',
  email: 'jiwoo@example.com',
  deletion_at: null,
  has_active_plan: true,
  has_password: true,
  has_parent_pin: false,
  profiles_max: 5,
  profiles: [profile],
  entered_profile_id: null,
};

describe('a session', () => {
  it('is the same after a reload', () => {
    const lasting = storage();
    const before = makeSession(lasting, storage());
    before.signIn(user, 'token');
    before.choose(profile);
    expect(makeSession(lasting, storage()).get()).toEqual({
      user: { ...user, entered_profile_id: 'p1' },
      token: 'token',
      profile,
    });
  });

  it('forgets a profile that is gone when the user is refreshed', () => {
    const session = makeSession(storage(), storage());
    session.signIn(user, 'token');
    session.choose(profile);
    session.refresh({ ...user, profiles: [{ ...profile, id: 'p2' }] });
    expect(session.get()?.profile).toBeNull();
  });

  it('closes a profile that has a PIN when this device is not in it any more', () => {
    const session = makeSession(storage(), storage());
    const profiles = [{ ...profile, has_pin: true }];
    session.signIn(user, 'token');
    session.choose(profile);
    session.refresh({ ...user, profiles, entered_profile_id: 'p1' });
    expect(session.get()?.profile?.has_pin).toBe(true);
    session.refresh({ ...user, profiles, entered_profile_id: null });
    expect(session.get()?.profile).toBeNull();
  });

  it('remembers that the coming deletion was read until somebody signs in anew', () => {
    const lasting = storage();
    const session = makeSession(lasting, storage());
    session.signIn({ ...user, deletion_at: '2027-01-01T00:00:00.000Z' }, 'token');
    session.readDeletion();
    session.choose(profile);
    session.refresh({ ...user, deletion_at: '2027-01-01T00:00:00.000Z' });
    expect(makeSession(lasting, storage()).get()?.deletionRead).toBe(true);
    session.signIn(user, 'another');
    expect(session.get()?.deletionRead).toBeUndefined();
  });

  it('goes on after logging in to a path of ours only', () => {
    const session = makeSession(storage(), storage());
    for (const returnTo of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '',
    ]) {
      session.setPending({ message: null, returnTo });
      expect(session.pending().returnTo, returnTo).toBeNull();
    }
    session.setPending({ message: null, returnTo: '/search?q=//x' });
    expect(session.pending().returnTo).toBe('/search?q=//x');
  });

  it('leaves nothing behind when the user logs out', () => {
    const lasting = storage();
    const session = makeSession(lasting, storage());
    session.signIn(user, 'token');
    session.setProfileChange('p1');
    session.beginSignOut();
    expect([session.isSigningOut(), session.get()?.token]).toEqual([true, 'token']);
    session.signOut();
    expect([session.isSigningOut(), session.get()]).toEqual([false, null]);
    expect(session.profileChange()).toBeNull();
    expect(makeSession(lasting, storage()).get()).toBeNull();
  });

  it('starts as a guest when what was kept cannot be read', () => {
    const lasting = storage();
    lasting.setItem('maru.session', '{broken');
    expect(makeSession(lasting, storage()).get()).toBeNull();
  });
});
