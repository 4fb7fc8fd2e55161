import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

/** One hand-written source file; `path` is relative to the project, with forward slashes. */
export interface SourceFile {
  path: string
  text: string
}

const rooms = ['src', 'sw', 'server', 'tests', 'scripts']

/** Every hand-written TypeScript, JavaScript and CSS file; generated ones (`*.gen.ts`) are left out. */
export function readSourceFiles(): SourceFile[] {
  return rooms
    .filter((room) => existsSync(join(projectFolder, room)))
    .flatMap((room) => globSync(`${room}/**/*.{ts,tsx,mjs,css}`, { cwd: projectFolder }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.gen.ts') && !path.includes('node_modules/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(projectFolder, path), 'utf8') }))
}

/** Prints what a check found and sets the exit code; prints `fine` when it found nothing. */
export function report(found: string[], fine: string): void {
  if (found.length === 0) {
    console.log(fine)
    return
  }
  console.log(found.join('\n'))
  console.log(`${found.length} found`)
  process.exitCode = 1
}
