import { useMutation } from "@tanstack/react-query";
import { sayingInstead } from "@/lib/refusal";
import { toast } from "@/lib/toast";
import { type ConfigurationValues, testConnection } from "@/screens/profile/configuration";
import type { ConnectionTest } from "@/shared/marketplace/configuration";
import { Button } from "@/ui/button";

type ConnectionTestButtonProps = {
  userId: number;
  /** What is being typed; the stored configuration without it. */
  values: ConfigurationValues | undefined;
  disabled: boolean;
  onTested: (test: ConnectionTest) => void;
};

/** Tests the connection with a real call to the marketplace. */
export function ConnectionTestButton({ userId, values, disabled, onTested }: ConnectionTestButtonProps) {
  const test = useMutation({
    mutationFn: () => testConnection(userId, values).catch(sayingInstead("Failed to test API connection", [400])),
    onSuccess: (tested) => {
      onTested(tested);
      if (tested.success) return toast.success("API connection successful");
      const why = tested.error || "Could not connect to API";
      return toast.error(tested.detail ? `${why}\n${tested.detail}` : why, "Connection Failed");
    },
  });
  return (
    <Button icon="link" busy={test.isPending} disabled={disabled} onClick={() => test.mutate()}>
      Testar Conexão
    </Button>
  );
}
