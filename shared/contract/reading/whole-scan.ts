import type { Result } from '../contract.ts';
import type { FoundInFile } from '../features/scan.ts';
import type { Client } from '../wire/client.ts';

const maxPage = 1000;

type WholeScan = Result<'scan.list'>;

/** Reads all findings, page by page. @param wait true to scan everything first */
export async function readWholeScan(
  call: Client['call'],
  workspace: string,
  { wait = false }: { readonly wait?: boolean } = {},
): Promise<WholeScan> {
  const findings: FoundInFile[] = [];
  for (;;) {
    const page = await call('scan.list', { workspace, wait, offset: findings.length, limit: maxPage });
    findings.push(...page.findings);
    if (findings.length >= page.total || page.findings.length === 0) {
      return { ...page, findings };
    }
  }
}
