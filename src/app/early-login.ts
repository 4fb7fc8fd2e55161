/**
 * The script inside the login page (`scripts/build/prerender-login.ts`): the form works before the app has arrived. It
 * checks, sends, and says in both languages what is wrong; then `LoginForm` takes over and reads the answer as one of
 * its own. Where an account was signed in before, the app is on this phone and sends.
 */
import { NONCE_PARAMETER } from '#contract/answer-proof.ts'
import { LOGIN_PATH } from '#contract/login-path.ts'
import { hasRegistry } from '#data/has-registry.ts'
import { checkLogin } from '#domain/users/login-form.ts'
import { makeDeviceKey } from '#session/device-key.ts'
import type { SentLogin } from '#session/early-login.ts'
import { pagePorts } from './page-ports.ts'

/** Filled in by the build. */
declare const EARLY_TEXTS: Readonly<Record<string, string>>
/** The words of this script in both languages, by code. */
const TEXTS = EARLY_TEXTS

/** Whether a refusal says that user name or password is wrong, and answers this request. */
function isWrongPassword(body: unknown, nonce: string): boolean {
  const proof: unknown = Reflect.get(Object(body), 'answerTo')
  return (
    Reflect.get(Object(body), 'code') === 'INVALID_CREDENTIALS' &&
    Reflect.get(Object(proof), 'nonce') === nonce
  )
}

async function send(username: string, password: string): Promise<SentLogin | undefined> {
  if (await hasRegistry().catch(() => true)) return undefined
  const { newId } = pagePorts
  const [deviceId, nonce, key] = [newId(), newId(), await makeDeviceKey()]
  const answer = fetch(`${LOGIN_PATH}?${NONCE_PARAMETER}=${nonce}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      username: username.trim(),
      password,
      deviceId,
      ...(key ? { devicePublicKey: key.publicKey } : {}),
    }),
    redirect: 'error',
    cache: 'no-store',
    credentials: 'omit',
  })
  return { deviceId, key, nonce, answer }
}

/** The failure that this script can show; any other answer waits for the app. */
async function findFailure({ answer, nonce }: SentLogin): Promise<string | undefined> {
  const response = await answer.catch(() => undefined)
  if (!response) return 'NETWORK_UNREACHABLE'
  const body: unknown = response.ok
    ? undefined
    : await response
        .clone()
        .json()
        .catch(() => undefined)
  return isWrongPassword(body, nonce) ? 'INVALID_CREDENTIALS' : undefined
}

function followForm(form: HTMLFormElement, button: HTMLButtonElement): void {
  const label = button.textContent
  let checked = false
  let sending: Promise<SentLogin | undefined> | undefined
  let code: string | undefined
  let taken = false

  function write(tag: string, className: string, text: string): HTMLElement {
    const element = document.createElement(tag)
    element.className = className
    element.textContent = text
    element.dataset['early'] = ''
    return element
  }
  function fieldOf(name: string): HTMLInputElement | null {
    return form.querySelector(`input[name="${name}"]`)
  }
  function erase(): void {
    for (const element of form.querySelectorAll('[data-early]')) element.remove()
    for (const input of form.querySelectorAll('input')) {
      input.removeAttribute('aria-describedby')
      input.setAttribute('aria-invalid', 'false')
    }
  }
  function setWaiting(waits: boolean): void {
    button.disabled = waits
    button.textContent = waits ? (TEXTS['WAITING'] ?? label) : label
  }
  function show(path: string, text: string): void {
    const note = write('span', 'field-error', text)
    note.id = `${path}-error`
    const input = fieldOf(path)
    input?.setAttribute('aria-invalid', 'true')
    input?.setAttribute('aria-describedby', note.id)
    input?.after(note)
  }
  async function logIn(username: string, password: string): Promise<void> {
    setWaiting(true)
    sending = send(username, password)
    const sent = await sending
    const failure = sent && (await findFailure(sent))
    if (failure === undefined || taken) return
    setWaiting(false)
    sending = undefined
    code = failure
    const alert = write('div', 'alert', TEXTS[failure] ?? '')
    alert.setAttribute('role', 'alert')
    form.querySelector('h1')?.after(alert)
  }
  form.addEventListener('submit', (event) => {
    // Also after the app has taken over: until then a browser would send the form itself.
    event.preventDefault()
    if (taken) return
    const [username, password] = [fieldOf('username')?.value ?? '', fieldOf('password')?.value ?? '']
    erase()
    checked = true
    code = undefined
    const missing = checkLogin({ username, password })
    for (const refusal of missing) show(refusal.path, TEXTS[refusal.code] ?? '')
    if (missing[0]) fieldOf(missing[0].path)?.focus()
    else void logIn(username, password)
  })
  window.takeEarlyLogin = () => {
    taken = true
    erase()
    button.textContent = label
    return { checked, sending, code }
  }
  button.disabled = false
}

const form = document.querySelector<HTMLFormElement>('#early-login form')
const button = form?.querySelector('button')
if (form && button) followForm(form, button)
