import { shortGsm } from './gsm-text.ts'
import { CODE_LENGTH, shillings } from './ussd-screens.ts'
import type { UssdEnd, UssdFacts, UssdLanguage } from './ussd-state.ts'

const PHONE = 16
const GUIDE = 40

type EndFacts = Pick<UssdFacts, 'dial' | 'helpPhone' | 'guide' | 'sendsSms'>

/** The last text of a session, at most 160 characters of the GSM alphabet. */
export function ussdEndText(end: UssdEnd, language: UssdLanguage, facts: EndFacts): string {
  const sw = language === 'sw'
  const phone = shortGsm(facts.helpPhone, PHONE)
  const dial = shortGsm(facts.dial, PHONE)
  switch (end.end) {
    case 'registered':
      return sw
        ? `Umesajiliwa. Piga ${dial} kutoa ankara.`
        : `You are registered. Dial ${dial} to issue an invoice.`
    case 'done':
      return sw
        ? `Imewasilishwa. Msimbo wa risiti ${shortGsm(end.code, CODE_LENGTH)}, Tsh ${shillings(end.total)}.${facts.sendsSms ? ' Utapata SMS TRA ikiitoa.' : ''}`
        : `Submitted. Receipt code ${shortGsm(end.code, CODE_LENGTH)}, Tsh ${shillings(end.total)}.${facts.sendsSms ? ' We will send an SMS when TRA issues it.' : ''}`
    case 'again':
      return sw
        ? `Ankara hii tayari imewasilishwa. Msimbo ${shortGsm(end.code, CODE_LENGTH)}, Tsh ${shillings(end.total)}.`
        : `This invoice was already submitted. Code ${shortGsm(end.code, CODE_LENGTH)}, Tsh ${shillings(end.total)}.`
    case 'queued':
      return sw
        ? 'Namba ya risiti haijapatikana bado. Rasimu imehifadhiwa; iwasilishe baadaye kwenye programu ya Risiti.'
        : 'There is no receipt number yet. The draft is saved; submit it later in the Risiti app.'
    case 'texted':
      return sw ? 'SMS ya risiti inatumwa tena.' : 'The SMS of the receipt is being sent again.'
    case 'draft':
      return sw ? 'Rasimu imehifadhiwa.' : 'Draft saved.'
    case 'dropped':
      return sw ? 'Imeghairiwa.' : 'Canceled.'
    case 'voided':
      return sw
        ? `Imebatilishwa: ${shortGsm(end.code, CODE_LENGTH)}.`
        : `Canceled: ${shortGsm(end.code, CODE_LENGTH)}.`
    case 'today': {
      const { day, count, total, vat, waiting, canceled } = end.today
      return sw
        ? `Leo ${day}: ankara ${count}, Tsh ${shillings(total)}, VAT Tsh ${shillings(vat)}. Zinasubiri TRA: ${waiting}. Zimebatilishwa: ${canceled}.`
        : `Today ${day}: ${count} invoices, Tsh ${shillings(total)}, VAT Tsh ${shillings(vat)}. Waiting for TRA: ${waiting}. Canceled: ${canceled}.`
    }
    case 'pin-shut':
      return sw
        ? 'PIN imefungwa. Sajili namba hii upya kwenye programu ya Risiti, au mwombe mmiliki.'
        : 'The PIN is locked. Register this number again in the Risiti app, or ask the owner.'
    case 'blocked':
      return sw
        ? `Akaunti yako imezuiwa na TRA. Tafadhali wasiliana nasi: ${phone}.`
        : `Your account has been blocked by TRA. Please contact us: ${phone}.`
    case 'barred':
      return sw
        ? 'Huruhusiwi kutumia huduma hii. Wasiliana na mmiliki.'
        : 'You may not use this service. Contact the owner.'
    case 'unknown':
      return sw
        ? 'Karibu Risiti. Namba hii haijasajiliwa. Isajili kwenye programu: Risiti > USSD.'
        : 'Welcome to Risiti. This number is not registered. Register it in the app: Risiti > USSD.'
    case 'refused':
      return sw
        ? 'Haikuwezekana. Rasimu imehifadhiwa; ifungue kwenye programu ya Risiti kuona sababu.'
        : 'That was not possible. The draft is saved; open it in the Risiti app to see why.'
    case 'failed':
      return sw
        ? 'Haikuwezekana. Fungua programu ya Risiti kuona sababu.'
        : 'That was not possible. Open the Risiti app to see why.'
    case 'help':
      return sw
        ? `Piga ${dial} kutoa ankara. Msaada: ${phone}. Mwongozo: ${shortGsm(facts.guide, GUIDE)}`
        : `Dial ${dial} to issue an invoice. Help: ${phone}. Guide: ${shortGsm(facts.guide, GUIDE)}`
    case 'bye':
      return sw ? 'Kwaheri.' : 'Goodbye.'
    case 'down':
      return sw
        ? 'Huduma haipatikani kwa sasa. Jaribu tena baadaye.'
        : 'The service is not available now. Try again later.'
    default:
      return end satisfies never
  }
}
