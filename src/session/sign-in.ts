import type { CallFailure } from '#api/failure.ts'
import type { EndpointAnswer } from '#contract/endpoints.ts'
import type { Session } from '#contract/session.ts'
import { deleteMeta, findMetas, INITIAL_DRAIN_STATE, upsertMeta, upsertMetas } from '#data/meta.ts'
import { countPending } from '#data/outbox-entries.ts'
import { getOrCreateDeviceId, openRegistry, upsertAccount } from '#data/registry.ts'
import { DeviceStorageFailure, type StorageCode } from '#data/storage-failure.ts'
import { NO_ATTEMPTS } from '#domain/pin/pin-attempts.ts'
import { type Account, openAccount } from './account.ts'
import { upsertGrant } from './delivery-grant.ts'
import { makeDeviceKey } from './device-key.ts'
import type { SentLogin } from './early-login.ts'
import { publicCaller } from './refresh-tokens.ts'
import type { SessionDeps } from './session-deps.ts'
import { storedTokens } from './token-life.ts'

export type SignedIn = { readonly kind: 'signed-in'; readonly account: Account; readonly session: Session }
export type NotStored = { readonly kind: 'not-stored'; readonly code: StorageCode }

/**
 * Signs a person in: asks the server, opens the database of user and company, stores there what the worker needs, and
 * resumes a queue that waited for this user. Returns the failure of the call, or of this phone's storage. What `sent` has
 * asked already is not asked again, unless this device has got an id since.
 */
export async function signIn(
  deps: SessionDeps,
  form: { readonly username: string; readonly password: string; readonly code?: string },
  sent?: SentLogin,
): Promise<SignedIn | NotStored | CallFailure> {
  try {
    const registry = await openRegistry(deps.ports)
    try {
      const deviceId = await getOrCreateDeviceId(registry, sent ? () => sent.deviceId : deps.ports.newId)
      const early = sent?.deviceId === deviceId ? sent : undefined
      const key = early ? early.key : await makeDeviceKey()
      const outcome = await publicCaller(early ? answeredBy(early, deps) : deps, null)('auth.login', {
        ...form,
        deviceId,
        ...(key ? { devicePublicKey: key.publicKey } : {}),
      })
      if (outcome.kind !== 'answered') return outcome
      const { user } = outcome.value.session
      const account = await openAccount(deps.ports, user.company_id, user.id)
      await saveLogin(deps, account, deviceId, outcome.value)
      await upsertGrant(account, outcome.value.grant, key)
      await upsertAccount(registry, {
        id: account.id,
        companyId: account.companyId,
        userId: account.userId,
        displayName: `${user.firstName} ${user.lastName}`.trim(),
        pendingCount: await countPending(account.db),
        lastUsedAt: deps.ports.clock.now(),
      })
      publishSignIn(deps, outcome.value)
      return { kind: 'signed-in', account, session: outcome.value.session }
    } finally {
      registry.close()
    }
  } catch (error) {
    if (error instanceof DeviceStorageFailure) return { kind: 'not-stored', code: error.code }
    throw error
  }
}

/** The next call reads the answer to the login that was sent already. */
function answeredBy({ nonce, answer }: SentLogin, deps: SessionDeps): SessionDeps {
  return { ...deps, fetch: () => answer, ports: { ...deps.ports, newId: () => nonce } }
}

type LoginAnswer = EndpointAnswer<'auth.login'>

async function saveLogin(
  deps: SessionDeps,
  account: Account,
  deviceId: string,
  answer: LoginAnswer,
): Promise<void> {
  const { db } = account
  const now = deps.ports.clock.now()
  const tokens = storedTokens(answer, now)
  await db.transaction('rw', db.meta, async () => {
    const [pin, sealed] = await findMetas(db, ['pin', 'sealed'])
    // A person who signs in to a locked session with the password does not remember its PIN: it is removed.
    if (sealed) await deleteMeta(db, 'pin', 'sealed')
    else if (pin) await upsertMetas(db, { pin: { ...pin, tries: NO_ATTEMPTS }, 'active-at': now })
    await upsertMeta(db, 'deviceId', deviceId)
    await upsertMeta(db, 'session', answer.session)
    await upsertMeta(db, 'tokens', tokens)
    await upsertMeta(db, 'drain', INITIAL_DRAIN_STATE)
  })
}

function publishSignIn(deps: SessionDeps, answer: LoginAnswer): void {
  const { user, mustChangePassword } = answer.session
  deps.local?.write({
    jwt: { token: answer.token, refresh_token: answer.refresh_token },
    user,
    changePassword: mustChangePassword,
  })
  deps.onEvent('signed-in')
}
