/** What the variables in a setting stand for. */
export interface Places {
  workspaceFolder?: string;
  home: string;
  environment: Readonly<Record<string, string | undefined>>;
}

/** The text with `~`, `${workspaceFolder}`, `${userHome}` and `${env:NAME}` replaced; what is unknown stays. */
export function expand(text: string, places: Places): string {
  const known = text.replace(
    /\$\{(workspaceFolder|userHome|env:([^}]*))\}/g,
    (whole, name: string, variable: string) => {
      const value =
        name === "workspaceFolder"
          ? places.workspaceFolder
          : name === "userHome"
            ? places.home
            : places.environment[variable];
      return value ?? whole;
    },
  );
  return known.replace(/^~(?=$|[\\/])/, places.home);
}
