import { useQuery } from "@tanstack/react-query";
import { TrainingSwitch } from "@/features/marketplace/training-switch";
import { ApiForm } from "@/features/profile/api-form";
import { configurationQuery } from "@/features/profile/configuration";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";

/** 'API GameBoost' (document 1 §2 'Profile'). */
export default function ApiTab({ userId }: { userId: number }) {
  const { data, isError, error, refetch } = useQuery(configurationQuery(userId));
  if (data !== undefined) {
    return (
      <>
        <ApiForm userId={userId} configuration={data} />
        <TrainingSwitch />
      </>
    );
  }
  return isError ? (
    <div className="card">
      <ErrorState title="Não foi possível carregar suas configurações de API." error={error} onRetry={refetch} />
    </div>
  ) : (
    <Skeleton className="h-96" />
  );
}
