import type { CallFailure } from '#api/failure.ts'
import { isErrorCode } from '#contract/error-codes.ts'
import type { Workplace } from '#features/workplace.ts'
import type { Opened } from '#routes/-route-context.ts'
import type { Account } from '#session/account.ts'
import { accountCaller } from '#session/account-caller.ts'
import { changePassword } from '#session/change-password.ts'
import { currentSession } from '#session/current-session.ts'
import type { LocalSessionStore } from '#session/local-session-store.ts'
import { browserLocks } from '#session/locks.ts'
import type { SessionEvent } from '#session/session.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { signIn } from '#session/sign-in.ts'
import { signOut } from '#session/sign-out.ts'
import type { SyncDeps } from '#sync/deps.ts'
import { createKick } from '#sync/kick.ts'
import { startPageTriggers } from '#sync/triggers.ts'
import { environment } from './environment.ts'

/** Leaving does not wait longer for a server that does not answer: this phone has forgotten the tokens already. */
const LOGOUT_ANSWER_MS = 1500

type Open = Opened & { readonly stop: () => void }

/** Everything of the page that needs the phone's database and the network; loaded once somebody signs in. */
export function createWorkplaces(local: LocalSessionStore, onEvent: (event: SessionEvent) => void) {
  const deps: SessionDeps = {
    ports: environment,
    prefix: '/',
    locks: browserLocks(navigator.locks),
    local,
    onEvent,
  }
  let open: { readonly userId: string; readonly place: Promise<Open | null> } | undefined

  function build(account: Account): Omit<Open, 'session'> {
    const sync: SyncDeps = {
      ports: environment,
      locks: deps.locks,
      call: accountCaller(deps, account),
      owner: environment.newId(),
      notify: () => undefined,
    }
    const kick = createKick(account, sync)
    const stopTriggers = startPageTriggers({ window, document }, { account, deps: sync, kick })
    const stop = () => {
      stopTriggers()
      open = undefined
    }
    const workplace: Workplace = {
      account,
      commands: { ports: environment, kick },
      sync,
      leave: async () => {
        stop()
        await Promise.race([signOut(deps, account), environment.wait(LOGOUT_ANSWER_MS)])
      },
    }
    return { workplace, stop }
  }

  /** Opens the place of whoever local storage names; the same place until somebody else signs in. */
  function openWorkplace(): Promise<Open | null> {
    const userId = local.read()?.user.id
    if (userId === undefined) return Promise.resolve(null)
    if (open?.userId === userId) return open.place
    const place = currentSession(deps).then((current): Open | null => {
      if (current.kind === 'not-kept') throw new Error(current.code)
      if (current.kind === 'signed-out') return null
      return { ...build(current.account), session: current.session }
    })
    open = { userId, place }
    // A place that did not open is tried afresh next time.
    void place.then(
      (opened) => {
        if (opened === null) open = undefined
      },
      () => {
        open = undefined
      },
    )
    return place
  }

  return {
    openWorkplace,
    login: async (form: { username: string; password: string }) => {
      const outcome = await signIn(deps, form)
      return outcome.kind === 'signed-in' ? undefined : failureCode(outcome)
    },
    changePassword: async (form: Parameters<typeof changePassword>[2]) => {
      const place = await openWorkplace()
      if (!place) return 'TOKEN_MISSING'
      const outcome = await changePassword(deps, place.workplace.account, form)
      return outcome.kind === 'changed' ? undefined : failureCode(outcome)
    },
    /** Ends what runs for somebody who is no longer signed in. */
    close: async () => {
      const place = await open?.place.catch(() => null)
      place?.stop()
    },
  }
}

function failureCode(failure: CallFailure | { readonly kind: 'not-kept'; readonly code: string }): string {
  switch (failure.kind) {
    case 'refused':
      return isErrorCode(failure.code) ? failure.code : 'UNEXPECTED'
    case 'not-kept':
      return failure.code
    case 'unreachable':
      return 'NETWORK_UNREACHABLE'
    case 'too-slow':
      return 'NETWORK_TOO_SLOW'
    case 'unreadable':
      return 'ANSWER_UNREADABLE'
  }
}
