import { html, htmlPage } from './html.ts'
import type { ReceiptRecord } from './ledger-entries.ts'
import { receiptPage } from './receipt-page.ts'
import { answer, answerRedirect, type SimAnswer, type SimRequest } from './sim-http.ts'
import { SIMULATION_MARK } from './simulation-mark.ts'
import { nowOf, type World } from './world.ts'

export const VERIFY_PATH = '/efdmsRctVerify'

export type VerifyPortal = { answer(path: string, request: SimRequest): SimAnswer }

/**
 * The public look-up page. `/CODE` asks for the receipt's time, `/CODE_HHMMSS` leads on to
 * `/Verify/Verified?Secret=HH:MM:SS`, and that shows the receipt. Like the real portal it remembers per caller which
 * code was asked last; unless `verifyCrossing` is on, the code travels along so that two look-ups can't cross.
 */
export function makeVerifyPortal(world: World): VerifyPortal {
  const askedBy = new Map<string, string>()

  function remember(caller: string, code: string): void {
    if (askedBy.size > 10_000) askedBy.clear()
    askedBy.set(caller, code)
  }

  function lead(code: string, time: string): SimAnswer {
    const secret = encodeURIComponent(time).replaceAll('%3A', ':')
    const carried = world.ledger.settings.verifyCrossing ? '' : `&Code=${encodeURIComponent(code)}`
    return answerRedirect(`${VERIFY_PATH}/Verify/Verified?Secret=${secret}${carried}`)
  }

  return {
    answer(path, request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return answer(405, 'text/plain; charset=utf-8', 'Only GET', { allow: 'GET' })
      }
      const rest = path.slice(VERIFY_PATH.length).replace(/^\/+|\/+$/g, '')
      if (rest.toLowerCase() === 'verify/verified') {
        const carried = world.ledger.settings.verifyCrossing ? null : request.query.get('Code')
        const code = carried ?? askedBy.get(request.caller) ?? ''
        const receipt = findShown(world, code, request.query.get('Secret') ?? '')
        return receipt === null ? timeForm(code, true) : showReceipt(world, receipt)
      }
      const typed = rest === '' ? (request.query.get('Code') ?? '') : rest
      const [, code = '', digits] = /^([A-Za-z0-9]{1,64})(?:_(\d{6}))?$/.exec(typed.trim()) ?? []
      if (code === '') return codeForm(typed !== '')
      remember(request.caller, code.toUpperCase())
      if (digits !== undefined) return lead(code.toUpperCase(), digits.replace(/(..)(..)(..)/, '$1:$2:$3'))
      const parts = ['Hour', 'Minute', 'Second'].map((name) => request.query.get(name))
      if (parts.every((part) => part !== null)) return lead(code.toUpperCase(), parts.join(':'))
      return timeForm(code.toUpperCase(), false)
    },
  }
}

/** The receipt when the code is known, visible by now, and the time is its own to the second; hour of two digits. */
function findShown(world: World, code: string, secret: string): ReceiptRecord | null {
  const receipt = world.ledger.receipts.get(code)
  return receipt !== undefined && isVisible(world, receipt) && receipt.time === secret ? receipt : null
}

export function isVisible(world: World, receipt: ReceiptRecord): boolean {
  return receipt.visibleAtMs !== null && receipt.visibleAtMs <= nowOf(world)
}

function showReceipt(world: World, receipt: ReceiptRecord): SimAnswer {
  const device = world.ledger.devices.get(receipt.certkey)
  return device === undefined ? codeForm(true) : receiptPage(world.publicUrl, device, receipt)
}

function codeForm(unknown: boolean): SimAnswer {
  return htmlPage(
    'Receipt verification (simulation)',
    html`${SIMULATION_MARK}<h1>Verify a receipt <small lang="sw">Hakiki risiti</small></h1>
${unknown ? [html`<p role="alert">This is not a verification code. <small lang="sw">Huu si msimbo wa risiti.</small></p>`] : []}
<form method="get" action="${VERIFY_PATH}/"><label>Verification code <small lang="sw">Msimbo wa risiti</small><input name="Code" required autocapitalize="characters" autocomplete="off"></label><button>Continue / Endelea</button></form>`,
  )
}

function timeForm(code: string, failed: boolean): SimAnswer {
  const field = (name: string, swahili: string, max: number) =>
    html`<label>${name} <small lang="sw">${swahili}</small><input class="short" name="${name}" inputmode="numeric" pattern="[0-9]{2}" maxlength="2" placeholder="${`00-${max}`}" required></label>`
  return htmlPage(
    'Receipt verification (simulation)',
    html`${SIMULATION_MARK}<h1>Time of the receipt <small lang="sw">Muda wa risiti</small></h1>
<p class="code">${code}</p>
${failed ? [html`<p role="alert">No receipt with this code and time. <small lang="sw">Hakuna risiti yenye msimbo na muda huu.</small></p>`] : []}
<form method="get" action="${`${VERIFY_PATH}/${code}`}">${[field('Hour', 'Saa', 23), field('Minute', 'Dakika', 59), field('Second', 'Sekunde', 59)]}<button>Verify / Hakiki</button></form>`,
  )
}
