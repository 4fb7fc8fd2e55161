import type { Account } from '#session/account.ts'
import { lockAccount } from '#session/lock-account.ts'
import type { PinKeeper } from '#session/pin-keeper.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { chooseIdle, removePin, setPin } from '#session/set-pin.ts'

/** The PIN of whoever is at work, for the menu and the settings. */
export function pinKeeper(deps: SessionDeps, account: Account): PinKeeper {
  return {
    set: (form) => setPin(deps, account, form),
    remove: (current) => removePin(deps, account, current),
    chooseIdle: (minutes) => chooseIdle(account, minutes),
    lock: () => lockAccount(deps, account),
  }
}
