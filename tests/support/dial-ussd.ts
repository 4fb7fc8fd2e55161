import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Phone } from './test-backend.ts'

export const USSD_SECRET = 'secret-of-the-gateway-0001'
export const USSD_PIN = '4821'

/** One call of a feature phone through a gateway that posts forms. */
export type Dial = {
  /** Sends an input, or the first request without one; returns the whole answer. */
  press(input?: string): Promise<string>
  /** The last request once more. */
  repeat(): Promise<string>
}

export function newDial(url: string, phoneNumber: string, sessionId: string = randomUUID()): Dial {
  let text = ''
  const send = async () => {
    const body = new URLSearchParams({
      sessionId,
      phoneNumber,
      text,
      networkCode: '64004',
      serviceCode: '*148*09#',
    })
    const response = await fetch(`${url}/v1/ussd/${USSD_SECRET}`, { method: 'POST', body })
    expect(response.status).toBe(200)
    const answer = await response.text()
    expect(answer).toMatch(/^(CON|END) /)
    expect(answer.length).toBeLessThanOrEqual(164)
    return answer
  }
  return {
    press: async (input) => {
      if (input !== undefined) text = text === '' ? input : `${text}*${input}`
      return await send()
    },
    repeat: send,
  }
}

/** Dials and presses each input; returns the last answer. */
export async function dialAll(
  url: string,
  phoneNumber: string,
  inputs: readonly string[],
): Promise<{ dial: Dial; answer: string }> {
  const dial = newDial(url, phoneNumber)
  let answer = await dial.press()
  for (const input of inputs) answer = await dial.press(input)
  return { dial, answer }
}

let numbers = 0

/** Registers a new number that sells for the person of a phone; returns it. */
export async function registeredNumber(url: string, phone: Phone): Promise<string> {
  numbers += 1
  const number = `+2557440${String(numbers).padStart(5, '0')}`
  const { body } = await phone.call('ussd.register', { phone: number, pin: USSD_PIN })
  const { code } = body as { code: string }
  const { answer } = await dialAll(url, number, [code])
  expect(answer).toMatch(/^END Umesajiliwa/)
  return number
}
