import type { CurrentUser } from '#domain/users/user.ts'
import type { LocalSession, LocalSessionStore, Tokens } from '#session/local-session-store.ts'

/** The three keys of the specification (§3). */
const JWT = 'jwt'
const USER = 'user'
const CHANGE_PASSWORD = 'change-password'

function readJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isTokens(value: unknown): value is Tokens {
  return isRecord(value) && typeof value['token'] === 'string' && typeof value['refresh_token'] === 'string'
}

function isUser(value: unknown): value is CurrentUser {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['username'] === 'string' &&
    typeof value['user_type'] === 'string' &&
    (value['company_id'] === null || typeof value['company_id'] === 'string')
  )
}

/** Id of the user in a stored text; `undefined` when there is none. */
export function parseUserId(text: string | null): string | undefined {
  const user = readJson(text)
  return isUser(user) ? user.id : undefined
}

/** The store of the session in local storage. Unreadable values count as signed out. */
export function localSessionStore(storage: Storage): LocalSessionStore {
  return {
    read(): LocalSession | undefined {
      const jwt = readJson(storage.getItem(JWT))
      const user = readJson(storage.getItem(USER))
      if (!isTokens(jwt) || !isUser(user)) return undefined
      return { jwt, user, changePassword: storage.getItem(CHANGE_PASSWORD) === 'true' }
    },
    write({ jwt, user, changePassword }) {
      storage.setItem(JWT, JSON.stringify(jwt))
      storage.setItem(USER, JSON.stringify(user))
      storage.setItem(CHANGE_PASSWORD, String(changePassword))
    },
    clear() {
      for (const key of [JWT, USER, CHANGE_PASSWORD]) storage.removeItem(key)
    },
  }
}
