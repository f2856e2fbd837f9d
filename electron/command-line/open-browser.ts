/** Opens an address in the browser if there is a screen. False if that fails; the address is printed anyway. */
export async function openBrowser(
  address: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<boolean> {
  if (!hasScreen(process.platform, env)) {
    return false;
  }
  try {
    const { default: open } = await import('open');
    const child = await open(address);
    child.on('error', () => {});
    return true;
  } catch {
    return false;
  }
}

/** True if a window would appear before the person: not on build machines, over SSH, or in a container. */
export function hasScreen(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): boolean {
  if (env['CI'] || env['SSH_CONNECTION'] || env['SSH_TTY']) {
    return false;
  }
  if (platform === 'darwin' || platform === 'win32') {
    return true;
  }
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
}
