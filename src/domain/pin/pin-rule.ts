/** Why a new PIN is refused. */
export const PIN_FORM_REFUSALS = ['PIN_FORM', 'PIN_WEAK', 'PIN_MISMATCH'] as const
export type PinFormRefusal = (typeof PIN_FORM_REFUSALS)[number]

export const PIN_LENGTH = { min: 4, max: 6 } as const

/** Patterns on a keypad that everybody tries; runs and repetitions are found by rule. */
const COMMON_PINS: ReadonlySet<string> = new Set([
  '2580',
  '0852',
  '1470',
  '0741',
  '3690',
  '0963',
  '147258',
  '258369',
])

function isRun(digits: readonly number[]): boolean {
  return [1, -1].some((step) =>
    digits.every((digit, place) => {
      const before = digits[place - 1]
      // 7890 and 0987 continue past the last digit, as on a keypad.
      return before === undefined || digit === (before + step + 10) % 10
    }),
  )
}

/** Whether a PIN repeats a shorter sequence: 0000, 1212, 123123. */
function isRepeated(pin: string): boolean {
  return [1, 2, 3].some(
    (length) =>
      length < pin.length &&
      pin.length % length === 0 &&
      pin.slice(0, length).repeat(pin.length / length) === pin,
  )
}

/** Whether the PIN consists of pairs of equal digits, each pair one step from the last: 1122, 332211. */
function isDoubledRun(digits: readonly number[]): boolean {
  if (digits.length % 2 !== 0) return false
  const first = digits.filter((_, place) => place % 2 === 0)
  return digits.every((digit, place) => digit === first[Math.floor(place / 2)]) && isRun(first)
}

/** Whether a text is a PIN at all: 4 to 6 digits. */
export function isPin(text: string): boolean {
  return /^\d+$/.test(text) && text.length >= PIN_LENGTH.min && text.length <= PIN_LENGTH.max
}

/**
 * The errors in a new PIN: not 4 to 6 digits, or among the first that a thief tries. The second entry is compared
 * when given. An empty list means that it is accepted.
 */
export function checkNewPin(pin: string, confirmation?: string): PinFormRefusal[] {
  if (!isPin(pin)) return ['PIN_FORM']
  const digits = Array.from(pin, Number)
  if (isRun(digits) || isRepeated(pin) || isDoubledRun(digits) || COMMON_PINS.has(pin)) return ['PIN_WEAK']
  return confirmation !== undefined && confirmation !== pin ? ['PIN_MISMATCH'] : []
}
