import type { Caller } from '#api/call.ts'
import type { UsageConsent } from '#app-context/app-context.ts'
import type { FirebaseSetup } from '#contract/notifications.ts'
import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import { sentEvent, sentOwner, type UsageEvent } from '#domain/analytics/usage.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import type { Account } from '#session/account.ts'
import type { LoadTransport, UsageTransport } from './transport.ts'

export type UsageStatistics = {
  /** The consent, which the person can withdraw. */
  consent(account: Account, call: Caller): UsageConsent
  /** Sends an event if the user agreed to statistics; never fails, so that statistics cannot disturb the app. */
  track(account: Account, user: CurrentUser, setup: FirebaseSetup, event: UsageEvent): void
  /** The user has signed out: nothing is sent in their name any more. */
  stop(): void
}

/**
 * Usage statistics of this page. `loadTransport` is called only when a user who agreed does something; `language` is
 * that of the screens.
 */
export function createUsageStatistics(loadTransport: LoadTransport, language: () => string): UsageStatistics {
  let loading: Promise<UsageTransport | null> | undefined
  /** The account that events are sent for. */
  let owner: string | undefined
  /** The properties of the user as the transport has them. */
  let stated: string | undefined

  function transportOf(setup: FirebaseSetup): Promise<UsageTransport | null> {
    loading ??= loadTransport(setup)
    // A script that could not be loaded is requested again next time.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  function stop(): void {
    if (owner === undefined) return
    owner = undefined
    stated = undefined
    loading?.then(
      (transport) => transport?.end(),
      () => undefined,
    )
  }

  async function fetchSetup(call: Caller): Promise<FirebaseSetup | undefined> {
    const outcome = await call('notifications.settings', {})
    const setup = outcome.kind === 'answered' ? outcome.value.firebase : null
    return setup?.measurementId === undefined ? undefined : setup
  }

  async function send(
    account: Account,
    user: CurrentUser,
    setup: FirebaseSetup,
    event: UsageEvent,
  ): Promise<void> {
    const transport = await transportOf(setup)
    // The person may have withdrawn the consent, or left, while the transport was being loaded.
    if (!transport || (await findMeta(account.db, 'usage')) === undefined) return
    const properties = sentOwner({
      userType: user.user_type,
      company: user.company_id ?? '',
      language: language(),
    })
    const now = JSON.stringify(properties)
    // Again when the person has chosen the other language since.
    if (owner !== account.id || stated !== now) {
      owner = account.id
      stated = now
      transport.begin(properties)
    }
    transport.send(sentEvent(event))
  }

  return {
    consent({ db }, call) {
      let fetchedSetup: FirebaseSetup | undefined
      return {
        async status() {
          if (await findMeta(db, 'usage')) return 'on'
          fetchedSetup = await fetchSetup(call)
          return fetchedSetup ? 'off' : 'impossible'
        },
        async agree() {
          const setup = fetchedSetup ?? (await fetchSetup(call))
          if (setup) await upsertMeta(db, 'usage', { setup })
          return setup !== undefined
        },
        async refuse() {
          await deleteMeta(db, 'usage')
          stop()
        },
      }
    },
    track: (account, user, setup, event) => {
      send(account, user, setup, event).catch(() => undefined)
    },
    stop,
  }
}
