import { html } from 'hono/html'
import { htmlPage, SIMULATION_MARK } from './html.ts'
import type { ReceiptRecord } from './ledger-entries.ts'
import { receiptPage } from './receipt-page.ts'
import { nowOf, type SimulatorContext } from './simulator-context.ts'
import { answer, answerRedirect, type SimAnswer, type SimRequest } from './simulator-http.ts'

export const VERIFY_PATH = '/efdmsRctVerify'

export type VerifyPortal = { answer(path: string, request: SimRequest): SimAnswer }

/**
 * The public look-up page. `/CODE` asks for the receipt's time, `/CODE_HHMMSS` leads on to
 * `/Verify/Verified?Secret=HH:MM:SS`, and that shows the receipt. Like the real portal it remembers per caller which
 * code was asked last; unless `verifyCrossing` is on, the code travels along so that two look-ups can't cross. With
 * `verifyTwoSteps` it does not know `/CODE_HHMMSS`.
 */
export function makeVerifyPortal(context: SimulatorContext): VerifyPortal {
  const lastCodeByCaller = new Map<string, string>()

  function rememberCode(caller: string, code: string): void {
    if (lastCodeByCaller.size > 10_000) lastCodeByCaller.clear()
    lastCodeByCaller.set(caller, code)
  }

  function redirectToReceipt(code: string, time: string): SimAnswer {
    const secret = encodeURIComponent(time).replaceAll('%3A', ':')
    const codeParam = context.ledger.settings.verifyCrossing ? '' : `&Code=${encodeURIComponent(code)}`
    return answerRedirect(`${VERIFY_PATH}/Verify/Verified?Secret=${secret}${codeParam}`)
  }

  return {
    answer(path, request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return answer(405, 'text/plain; charset=utf-8', 'Only GET', { allow: 'GET' })
      }
      const rest = path.slice(VERIFY_PATH.length).replace(/^\/+|\/+$/g, '')
      if (rest.toLowerCase() === 'verify/verified') {
        const codeParam = context.ledger.settings.verifyCrossing ? null : request.query.get('Code')
        const code = codeParam ?? lastCodeByCaller.get(request.caller) ?? ''
        const receipt = findVisibleReceipt(context, code, request.query.get('Secret') ?? '')
        return receipt === null ? timeForm(code, true) : showReceipt(context, receipt)
      }
      const typed = rest === '' ? (request.query.get('Code') ?? '') : rest
      const [, code = '', digits] = /^([A-Za-z0-9]{1,64})(?:_(\d{6}))?$/.exec(typed.trim()) ?? []
      if (code === '') return codeForm(typed !== '')
      const isTwoSteps = context.ledger.settings.verifyTwoSteps
      if (isTwoSteps && digits !== undefined) return codeForm(true)
      rememberCode(request.caller, code.toUpperCase())
      if (digits !== undefined)
        return redirectToReceipt(code.toUpperCase(), digits.replace(/(..)(..)(..)/, '$1:$2:$3'))
      const parts = ['Hour', 'Minute', 'Second'].map((name) => request.query.get(name))
      if (parts.every((part) => part !== null)) return redirectToReceipt(code.toUpperCase(), parts.join(':'))
      return timeForm(code.toUpperCase(), false)
    },
  }
}

/** The receipt when the code is known, visible by now, and the time is its own to the second; hour of two digits. */
function findVisibleReceipt(context: SimulatorContext, code: string, secret: string): ReceiptRecord | null {
  const receipt = context.ledger.receipts.get(code)
  return receipt !== undefined && isVisible(context, receipt) && receipt.time === secret ? receipt : null
}

export function isVisible(context: SimulatorContext, receipt: ReceiptRecord): boolean {
  return receipt.visibleAtMs !== null && receipt.visibleAtMs <= nowOf(context)
}

function showReceipt(context: SimulatorContext, receipt: ReceiptRecord): SimAnswer {
  const device = context.ledger.devices.get(receipt.certkey)
  return device === undefined ? codeForm(true) : receiptPage(context.publicUrl, device, receipt)
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
