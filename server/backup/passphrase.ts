import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export type Terminal = {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WriteStream
}

/**
 * The passphrase of backups: from `RISITI_BACKUP_PASSPHRASE`, else typed by a person without echo.
 * `undefined` when there is no terminal to ask at.
 */
export async function findPassphrase(
  environment: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
  question: string,
): Promise<string | undefined> {
  const given = environment['RISITI_BACKUP_PASSPHRASE']
  if (given) return given
  if (!terminal.input.isTTY || !terminal.output.isTTY) return undefined
  return await promptHidden(terminal, question)
}

/** Asks a person without showing what is typed. */
export async function promptHidden(terminal: Terminal, question: string): Promise<string | undefined> {
  terminal.output.write(question)
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: terminal.input, output: silentOutput, terminal: true })
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(undefined))
      lines.once('SIGINT', () => lines.close())
    })
  } finally {
    lines.close()
    terminal.output.write('\n')
  }
}
