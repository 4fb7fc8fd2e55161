import type { Account } from '#session/account.ts'
import { lockAccount } from '#session/lock-account.ts'
import type { PinSettings } from '#session/pin-settings.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { removePin, setPin, updateIdleMinutes } from '#session/set-pin.ts'

/** The PIN of the signed-in person, for the menu and the settings. */
export function createPinService(deps: SessionDeps, account: Account): PinSettings {
  return {
    set: (form) => setPin(deps, account, form),
    remove: (current) => removePin(deps, account, current),
    chooseIdle: (minutes) => updateIdleMinutes(account, minutes),
    lock: () => lockAccount(deps, account),
  }
}
