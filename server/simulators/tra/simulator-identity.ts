import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { DEFAULT_VALID_DAYS, type Issuer, makeCertificate, makeKeyPair } from './make-certificate.ts'

const StoredIdentity = v.object({
  secretHex: v.string(),
  root: v.object({ certificatePem: v.string(), privateKeyPem: v.string() }),
  issuing: v.object({ certificatePem: v.string(), privateKeyPem: v.string() }),
  answers: v.object({ certificatePem: v.string(), privateKeyPem: v.string() }),
})

export type SimulatorIdentity = {
  secret: Buffer
  root: Issuer
  issuing: Issuer
  answerCertificatePem: string
  answerKey: KeyObject
}

/** The simulator's own secret, certificate authority and answer-signing key: made once, kept in `dataDir`. */
export async function loadSimulatorIdentity(dataDir: string, nowMs: number): Promise<SimulatorIdentity> {
  const path = join(dataDir, 'identity.json')
  const stored = (await readIdentity(path)) ?? (await makeIdentity(path, nowMs))
  return {
    secret: Buffer.from(stored.secretHex, 'hex'),
    root: stored.root,
    issuing: stored.issuing,
    answerCertificatePem: stored.answers.certificatePem,
    answerKey: createPrivateKey(stored.answers.privateKeyPem),
  }
}

async function readIdentity(path: string) {
  try {
    return v.parse(StoredIdentity, JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function makeIdentity(path: string, nowMs: number) {
  const [rootKeys, issuingKeys, answerKeys] = await Promise.all([makeKeyPair(), makeKeyPair(), makeKeyPair()])
  const organization = 'SIMULATION - not the tax authority'
  const certify = (commonName: string, serialHex: string, keys: typeof rootKeys, issuer: Issuer | null) =>
    makeCertificate({
      validDays: DEFAULT_VALID_DAYS,
      commonName,
      organization,
      serialHex,
      keys,
      issuer,
      authority: keys !== answerKeys,
      nowMs,
    })
  const root: Issuer = {
    certificatePem: certify('Simulated Root CA', '01', rootKeys, null),
    privateKeyPem: rootKeys.privateKeyPem,
  }
  const issuing: Issuer = {
    certificatePem: certify('Simulated VFD Issuing CA', '02', issuingKeys, root),
    privateKeyPem: issuingKeys.privateKeyPem,
  }
  const answers: Issuer = {
    certificatePem: certify('Simulated Answers', '03', answerKeys, issuing),
    privateKeyPem: answerKeys.privateKeyPem,
  }
  const identity = { secretHex: randomBytes(32).toString('hex'), root, issuing, answers }
  await writeAtomically(path, JSON.stringify(identity))
  return identity
}

/** Written beside and renamed, so that a kill leaves either no identity or a whole one. */
async function writeAtomically(path: string, text: string): Promise<void> {
  const handle = await open(`${path}.new`, 'w', 0o600)
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  await rename(`${path}.new`, path)
}
