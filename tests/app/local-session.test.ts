import { describe, expect, it } from 'vitest'
import { localSessionStore, parseUserId } from '#app/local-session.ts'
import type { LocalSession } from '#session/local-session-store.ts'

function memoryStorage(): Storage {
  const values = new Map<string, string>()
  return {
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
}

const signedIn: LocalSession = {
  jwt: { token: 'a.b.c', refresh_token: 'r' },
  user: {
    id: '01900000-0000-7000-8000-000000000001',
    username: 'operator',
    firstName: 'Asha',
    lastName: 'Mfano',
    email: 'asha@example.com',
    user_type: 'operator',
    company_id: '01900000-0000-7000-8000-000000000002',
    organization_id: null,
    language: 'sw',
    isAdmin: false,
  },
  changePassword: true,
}

describe('the session in local storage', () => {
  it('uses exactly the keys of the specification: jwt, user and change-password (spec §3)', () => {
    const storage = memoryStorage()
    localSessionStore(storage).write(signedIn)
    expect([storage.key(0), storage.key(1), storage.key(2), storage.key(3)]).toEqual([
      'jwt',
      'user',
      'change-password',
      null,
    ])
    expect(storage.getItem('change-password')).toBe('true')
  })

  it('reads what it wrote and clears it all', () => {
    const storage = memoryStorage()
    const store = localSessionStore(storage)
    store.write(signedIn)
    expect(store.read()).toEqual(signedIn)
    store.clear()
    expect(store.read()).toBeUndefined()
    expect(storage.length).toBe(0)
  })

  it.each([
    ['{', '{}'],
    ['{"token":"a"}', JSON.stringify(signedIn.user)],
    [JSON.stringify(signedIn.jwt), '{"id":7}'],
    [JSON.stringify(signedIn.jwt), 'null'],
  ])('treats an unreadable session as signed out: jwt %s, user %s', (jwt, user) => {
    const storage = memoryStorage()
    storage.setItem('jwt', jwt)
    storage.setItem('user', user)
    expect(localSessionStore(storage).read()).toBeUndefined()
  })

  it('reads whose session another tab has written', () => {
    expect(parseUserId(JSON.stringify(signedIn.user))).toBe(signedIn.user.id)
    expect(parseUserId(null)).toBeUndefined()
    expect(parseUserId('broken')).toBeUndefined()
  })
})
