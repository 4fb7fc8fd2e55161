/** Fails when a README or ARCHITECTURE.md names a file or a function in code marks that the project does not have. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectFolder, readSourceFiles, report } from './source-files.ts'

const tracked = execFileSync('git', ['ls-files'], { cwd: projectFolder, encoding: 'utf8' }).trim().split('\n')
const fileNames = new Set(tracked.map((path) => basename(path)))
const settings = tracked.filter((path) => /^[\w.]+\.ts$/.test(path))
const sources = [
  ...readSourceFiles().map(({ text }) => text),
  ...settings.map((path) => readFileSync(join(projectFolder, path), 'utf8')),
]
const identifiers = new Set(sources.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []))

/** Placeholders for names that the reader chooses. */
const PLACEHOLDERS = new Set(['file.ts', 'x.tsx'])

/** The names between code marks in one text that name no existing file or identifier. */
function missingNames(code: string): string[] {
  const files = code.match(/(?<![\w.*>…-])-?[\w$-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css|po)(?![\w.])/g) ?? []
  const names = code.replaceAll(/[\w./#$*-]*[./][\w./#$*-]*/g, ' ').match(/\b[a-z]+[A-Z]\w*/g) ?? []
  return [
    ...files.filter((name) => !fileNames.has(name) && !PLACEHOLDERS.has(name)),
    ...names.filter((name) => !identifiers.has(name)),
  ]
}

const documents = tracked.filter((path) => path.endsWith('.md'))
const found = documents.flatMap((path) =>
  readFileSync(join(projectFolder, path), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(/`([^`]+)`/g)]
        .flatMap(([, code = '']) => missingNames(code))
        .map((name) => `${path}:${index + 1} names ${name}, which does not exist`),
    ),
)
report(found, `the names in ${documents.length} documents exist`)
