import type { Caller } from '#api/call.ts'
import type { FirebaseSetup } from '#contract/notifications.ts'
import { guarded } from '#data/guard.ts'
import { readMeta, removeMeta, writeMeta } from '#data/meta.ts'
import { sentEvent, sentOwner, type UsageEvent } from '#domain/analytics/usage.ts'
import type { CurrentUser } from '#domain/users/user.ts'
import type { UsageChoice } from '#features/workplace.ts'
import type { Account } from '#session/account.ts'
import type { LoadTransport, UsageTransport } from './transport.ts'

export type Usage = {
  /** What a person agreed to and may take back. */
  choice(account: Account, call: Caller): UsageChoice
  /** Sends an event of somebody who agreed; statistics never disturb, so it never fails. */
  note(account: Account, user: CurrentUser, setup: FirebaseSetup, event: UsageEvent): void
  /** This person has left: nothing is sent under their name any more. */
  leave(): void
}

/**
 * Usage statistics of this page. `load` is asked for a way out only when somebody who agreed does something; `language`
 * is that of the screens.
 */
export function createUsage(load: LoadTransport, language: () => string): Usage {
  let loading: Promise<UsageTransport | null> | undefined
  /** The account that events are sent for. */
  let owner: string | undefined

  function transportOf(setup: FirebaseSetup): Promise<UsageTransport | null> {
    loading ??= load(setup)
    // A script that could not be fetched is asked for again next time.
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }

  function leave(): void {
    if (owner === undefined) return
    owner = undefined
    loading?.then(
      (transport) => transport?.end(),
      () => undefined,
    )
  }

  async function offered(call: Caller): Promise<FirebaseSetup | undefined> {
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
    // The person may have taken it back, or left, while the way out was being loaded.
    if (!transport || (await readMeta(account.db, 'usage')) === undefined) return
    if (owner !== account.id) {
      owner = account.id
      transport.begin(
        sentOwner({ userType: user.user_type, company: user.company_id ?? '', language: language() }),
      )
    }
    transport.send(sentEvent(event))
  }

  return {
    choice({ db }, call) {
      let known: FirebaseSetup | undefined
      return {
        async standing() {
          if (await guarded(db, () => readMeta(db, 'usage'))) return 'on'
          known = await offered(call)
          return known ? 'off' : 'impossible'
        },
        async agree() {
          const setup = known ?? (await offered(call))
          if (setup) await guarded(db, () => writeMeta(db, 'usage', { setup }))
          return setup !== undefined
        },
        async refuse() {
          await guarded(db, () => removeMeta(db, 'usage'))
          leave()
        },
      }
    },
    note: (account, user, setup, event) => {
      send(account, user, setup, event).catch(() => undefined)
    },
    leave,
  }
}
