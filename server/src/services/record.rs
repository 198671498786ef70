//! Games between forms and notations.

use std::sync::Arc;

use tabuleiro_proto::v1::{
    ConvertRecordRequest, ConvertRecordResponse, record_service_server::RecordService,
};
use tonic::{Request, Response, Status};

use crate::{error::Failure, services::Core};

/// See the module.
pub(crate) struct Records {
    #[expect(dead_code, reason = "until this release answers its RPCs")]
    core: Arc<Core>,
}

impl Records {
    pub(crate) fn new(core: Arc<Core>) -> Self {
        Records { core }
    }
}

#[tonic::async_trait]
impl RecordService for Records {
    async fn convert_record(
        &self,
        _request: Request<ConvertRecordRequest>,
    ) -> Result<Response<ConvertRecordResponse>, Status> {
        Err(Failure::NotBuilt {
            rpc: "RecordService/ConvertRecord",
        }
        .into())
    }
}
