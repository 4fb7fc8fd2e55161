import type { DoorSale } from '../plan/plan.ts'
import type { Door } from './door.ts'
import { USSD_NUMBER, USSD_PIN, USSD_SECRET } from './stock-doors.ts'

type Sale = Extract<DoorSale, { by: 'USSD' }>
/** How a call ended: with the last word about the sale, or the person dials again. */
type CallEnd = 'over' | 'again'

/** How long a gateway waits for an answer, how often it asks the same, and how many answers a person gives in a call. */
const TIMEOUT_MS = 10_000
const ASKS = 2
const LONGEST_CALL = 20

/** Sales of one number, one after the other: a phone makes one call at a time. */
export class FeaturePhone {
  #last: Promise<void> = Promise.resolve()

  async sell(door: Door, sale: Sale): Promise<void> {
    const before = this.#last
    const mine = before.then(() => sellInCalls(door, sale))
    this.#last = mine
    await mine
  }
}

async function sellInCalls(door: Door, sale: Sale): Promise<void> {
  const person = new Person(door, sale)
  for (let calls = 0; ; calls += 1) {
    const limit = calls === 0 ? (sale.hangsUpAfter ?? LONGEST_CALL) : LONGEST_CALL
    if ((await person.call(limit)) === 'over') return
    await door.pause(door.actor.chance.between(3_000, 20_000))
  }
}

/** Who dials: reads the screens and answers them, until the sale is known to be submitted or refused. */
class Person {
  readonly #door: Door
  readonly #sale: Sale
  /** The PIN was sent and no answer came: the list of invoices says what became of it. */
  #isUnsure = false

  constructor(door: Door, sale: Sale) {
    this.#door = door
    this.#sale = sale
  }

  async call(limit: number): Promise<CallEnd> {
    const { actor } = this.#door
    const session = actor.chance.id(0)
    const inputs: string[] = []
    for (let answers = 0; answers <= limit; answers += 1) {
      const screen = await this.#send(session, inputs.join('*'))
      if (screen === undefined) return 'again'
      if (screen.startsWith('END ')) return this.#hear(screen)
      const input = this.#answer(screen.slice(4))
      if (input === 'over') return 'over'
      inputs.push(input)
    }
    return 'again'
  }

  /** What the last screen says; a code is the acknowledgement. */
  #hear(screen: string): CallEnd {
    const { amount } = this.#sale
    const done =
      /^END (?:Imewasilishwa\. Msimbo wa risiti|Ankara hii tayari imewasilishwa\. Msimbo) (\S+), Tsh ([\d,]+)\./.exec(
        screen,
      )
    const shown = Number((done?.[2] ?? '').replaceAll(',', ''))
    if (done?.[1] !== undefined) this.#door.tell(shown, 'acknowledged', done[1])
    if (done !== null && shown === amount) return 'over'
    if (!screen.startsWith('END Haikuwezekana')) return 'again'
    this.#door.tell(amount, 'refused', screen)
    return 'over'
  }

  #answer(screen: string): string {
    const { amount } = this.#sale
    const text = screen.replace(/^Jibu si sahihi\.\n/, '')
    const inTsh = amount.toLocaleString('en')
    if (/\n1\. Ankara mpya/.test(text)) return this.#isUnsure ? '2' : '1'
    if (text.startsWith('Una ankara isiyokamilika')) {
      if (!text.includes(`Tsh ${inTsh}\n`)) return '2'
      this.#door.tell(amount, 'resumed')
      return '1'
    }
    if (text.startsWith('Bidhaa\n')) return /\n1\. /.test(text) ? '1' : '5'
    if (text.startsWith('Jina la bidhaa')) return 'Chai'
    if (text.startsWith('Aina ya kodi')) return '1'
    if (text.includes('\nKiasi kwa Tsh')) return String(amount)
    if (text.startsWith('Jumla Tsh') || text.startsWith('Malipo\n')) return '1'
    if (text.startsWith('TIN ya mteja')) return '0'
    if (text.includes('\nWeka PIN kuwasilisha TRA')) {
      if (!this.#isUnsure) this.#door.tell(amount, 'asked')
      this.#isUnsure = true
      return USSD_PIN
    }
    if (text.startsWith('Weka namba yako ya siri')) return USSD_PIN
    if (text.startsWith('Ankara zangu')) return this.#look(text, inTsh)
    throw new Error(`an unknown screen: ${screen}`)
  }

  /** The list of invoices: what is in none of its pages was never submitted. */
  #look(text: string, inTsh: string): string {
    if (text.includes(` ${inTsh} `)) {
      this.#door.tell(this.#sale.amount, 'found')
      return 'over'
    }
    if (text.includes('\n9. ')) return '9'
    this.#isUnsure = false
    return '0'
  }

  /** One request of the gateway, asked again when no answer comes; `undefined`: the network ends the call. */
  async #send(session: string, text: string): Promise<string | undefined> {
    for (let asks = 0; asks < ASKS; asks += 1) {
      const asked = Array.from({ length: this.#sale.again ? 2 : 1 }, () => this.#post(session, text))
      const heard = (await Promise.all(asked)).filter((answer) => answer !== undefined)
      if (heard[0] !== undefined) return heard[0]
    }
    return undefined
  }

  async #post(sessionId: string, text: string): Promise<string | undefined> {
    try {
      const response = await this.#door.fetch(`http://risiti.test/v1/ussd/${USSD_SECRET}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ sessionId, phoneNumber: USSD_NUMBER, text }).toString(),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const answer = await response.text()
      return response.status === 200 && /^(CON|END) /.test(answer) ? answer : undefined
    } catch {
      return undefined
    }
  }
}
