import { describe, expect, it } from 'vitest'
import { toCents } from '#domain/money/cents.ts'
import { amountText, parseMoney } from '#domain/money/money-text.ts'
import { createInputState, isUnreadable, normalizeText, receiveValue, typeText } from '#ui/parsed-input.ts'

const money = { parse: parseMoney, format: amountText }

describe('a field that is typed into', () => {
  it('shows a value in its own form', () => {
    expect(createInputState(toCents(1_250_000), money).text).toBe('12,500')
    expect(createInputState(undefined, money).text).toBe('')
  })

  it('keeps the text a person types while it means the value that comes back', () => {
    const typed = typeText('12500.0', money)
    expect(typed.value).toBe(1_250_000)
    expect(receiveValue(typed, toCents(1_250_000), money).text).toBe('12500.0')
  })

  it('keeps an unreadable text, and the cleared field, when its own report comes back', () => {
    for (const text of ['12.345', '1.234.567', '']) {
      const typed = typeText(text, money)
      expect(receiveValue(typed, undefined, money)).toEqual({ text, known: undefined })
    }
  })

  it('takes over a value that was set elsewhere', () => {
    const typed = typeText('500', money)
    expect(receiveValue(typed, toCents(70_000), money).text).toBe('700')
    expect(receiveValue(typed, undefined, money).text).toBe('')
  })

  it('lets 0.5 be typed sign by sign although 0 alone may be shown as nothing', () => {
    const blank = { parse: parseMoney, format: (value: number) => (value === 0 ? '' : String(value / 100)) }
    const zero = typeText('0', blank)
    expect(receiveValue(zero, toCents(0), blank).text).toBe('0')
    expect(typeText('0.5', blank).value).toBe(50)
  })

  it('writes the value neatly when the field is left, and leaves what it cannot read', () => {
    expect(normalizeText(typeText('59,000/=', money), money).text).toBe('59,000')
    expect(normalizeText(typeText('1,5', money), money).text).toBe('1,5')
  })

  it('calls a text unreadable only when there is one', () => {
    expect(isUnreadable(typeText('', money), money)).toBe(false)
    expect(isUnreadable(typeText('abc', money), money)).toBe(true)
    expect(isUnreadable(typeText('7', money), money)).toBe(false)
  })
})
